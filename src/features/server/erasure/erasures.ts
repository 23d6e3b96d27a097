import { type Actor, isOwner } from "../../../protocol/actor.ts";
import { badRequest, unauthorizedPrincipal } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { after, DAY, days, inMilliseconds, type Milliseconds, type Seconds, seconds } from "../../../util/time.ts";
import { erasePeople } from "../../messages/account-deletion/account-deletion.ts";
import { sendDirectNotice } from "../../organization/notices/notices.ts";
import { accessUserToChange } from "../../organization/users/access.ts";
import { deactivate, deactivatePerson } from "../../organization/users/actions/deactivation.ts";
import { checkNotLastOwner } from "../../organization/users/actions/owner-rules.ts";
import { letterLanguage } from "../../organization/users/letter-language.ts";
import { botsOwnedBy, findUser, listActiveOwners, type User } from "../../organization/users/users.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { requestWords } from "./request-words.ts";
import {
  allErasures,
  deleteErasure,
  type ErasureRow,
  erasedAfter,
  erasureOf,
  firstDue,
  insertErased,
  nextDue,
  putErasure,
} from "./rows.ts";

export const ERASURE_TIMER = "erasures";
export const AGAIN_TIMER = "erase-again";

/** The time in which an order can be undone. */
const DELAY = days(14);

interface ErasureOptions {
  readonly deletes_messages: boolean;
}

/** An account that an owner may have erased: one of a person. */
export function accessErasable(realm: Realm, actor: Actor, id: number): User {
  if (!isOwner(actor)) throw unauthorizedPrincipal("owner");
  const user = accessUserToChange(realm, actor, id);
  if (user.bot_type !== null) throw badRequest("Bots are erased with their owners");
  return user;
}

/** When owners were last told that somebody asks for it. */
const noticesKey = cacheKey<Map<number, Seconds>>("erasure notices");

/** Asks the owners to erase the actor's own account. */
export function requestErasure(realm: Realm, user: User, { deletes_messages }: ErasureOptions): void {
  checkNotLastOwner(realm, user, "Cannot erase the only organization owner");
  const before = erasureOf.first(realm.sql, { user: user.id });
  if (before?.deletes_messages === Number(deletes_messages)) return;
  putErasure.run(realm.sql, { user: user.id, deletes_messages, asked_at: realm.seconds(), due_at: null });
  audit(realm, "user.erasure_requested", { of: accountEntity(user), details: { deletes_messages } });
  const notices = realm.cached(noticesKey, () => new Map<number, Seconds>());
  const last = notices.get(user.id);
  if (before !== undefined || (last !== undefined && realm.seconds() < after(last, DAY))) return;
  notices.set(user.id, realm.seconds());
  for (const owner of listActiveOwners(realm)) {
    const content = requestWords[letterLanguage(realm, owner)](`@_**${user.full_name}|${user.id}**`);
    if (owner.id !== user.id) sendDirectNotice(realm, { to: owner.id, content });
  }
}

/** Orders the erasure of an account that is deactivated, or whose user has asked for it. */
export function orderErasure(realm: Realm, user: User, { deletes_messages }: ErasureOptions): void {
  const before = erasureOf.first(realm.sql, { user: user.id });
  if (typeof before?.due_at === "number") throw badRequest("The erasure of this account is ordered already");
  if (user.is_active === 1) {
    if (before === undefined) throw badRequest("Deactivate the account before you erase it");
    deactivatePerson(realm, user);
  }
  const asked_at = realm.seconds();
  const due_at = after(asked_at, DELAY);
  putErasure.run(realm.sql, { user: user.id, deletes_messages, asked_at, due_at });
  realm.timers.setSooner(ERASURE_TIMER, inMilliseconds(due_at));
  audit(realm, "user.erasure_ordered", { of: accountEntity(user), details: { deletes_messages, due_at } });
}

/** Undoes the order of an erasure, or takes the request for one away: by owners, who refuse it, or by the person. */
export function undoErasure(realm: Realm, user: User, by: Actor): void {
  const erasure = erasureOf.first(realm.sql, { user: user.id });
  if (erasure === undefined) throw badRequest("No erasure of this account is waiting");
  deleteErasure.run(realm.sql, { user: user.id });
  const isRefused = erasure.due_at === null && by.user_id !== user.id;
  audit(realm, isRefused ? "user.erasure_refused" : "user.erasure_undone", { of: accountEntity(user) });
}

/** A reactivation undoes the order; a request of the person stays. */
export function undoOnReactivation(realm: Realm, user: User): void {
  if (typeof erasureOf.first(realm.sql, { user: user.id })?.due_at !== "number") return;
  deleteErasure.run(realm.sql, { user: user.id });
  audit(realm, "user.erasure_undone", { of: accountEntity(user) });
}

/** The erasures that an actor may know of: owners all of them, others their own. */
export function erasuresFor(realm: Realm, actor: Actor): ErasureRow[] {
  if (isOwner(actor)) return allErasures.all(realm.sql, {});
  const own = erasureOf.first(realm.sql, { user: actor.user_id });
  return own === undefined ? [] : [own];
}

/** The timer's work: begins the erasure of one account that is due, and is done again at once for the next. */
export function eraseDue(realm: Realm): void {
  const due = firstDue.first(realm.sql, { now: realm.seconds() });
  if (due !== undefined) eraseNext(realm, due);
  const now = realm.clock.milliseconds();
  const { due_at } = nextDue.one(realm.sql, {});
  if (due_at !== null) realm.timers.set(ERASURE_TIMER, later(now, inMilliseconds(due_at)));
}

/** Begins with the person, then come their bots. */
function eraseNext(realm: Realm, { user_id, deletes_messages }: ErasureRow): void {
  const user = findUser(realm, user_id);
  const accounts = user === undefined ? [] : [user, ...botsOwnedBy(realm, user.id)];
  const account = accounts.find(({ is_erased }) => is_erased === 0);
  if (account === undefined) deleteErasure.run(realm.sql, { user: user_id });
  else begin(realm, account, { deletes_messages: deletes_messages === 1 });
}

const later = (one: Milliseconds, other: Milliseconds) => (one > other ? one : other);

function begin(realm: Realm, account: User, wish: ErasureOptions): void {
  const { id: user, date_joined } = account;
  insertErased.run(realm.sql, { user, ...wish, erased_at: realm.seconds(), date_joined });
  erasePeople(realm, [account], wish);
}

interface ErasedPerson {
  readonly user_id: UserId;
  readonly delete_messages: boolean;
  readonly erased_at: Seconds;
  /** The account's; null where it is not known. */
  readonly date_joined: Seconds | null;
}

/** Begins to erase people of a list again, and returns how many of them the organization still knows. */
export function eraseAgain(realm: Realm, people: readonly ErasedPerson[]): number {
  const known = people.filter((person) => isToErase(realm, person));
  const now = realm.clock.milliseconds();
  for (const { user_id, delete_messages, erased_at, date_joined } of known) {
    const joined = date_joined === null ? "" : `:${date_joined}`;
    realm.timers.set(`${AGAIN_TIMER}:${user_id}:${Number(delete_messages)}:${erased_at}${joined}`, now);
  }
  return known.length;
}

/** The timer's work: erases somebody again whom a restore has brought back. The name says whom, and a restore writes it too. */
export function eraseOneAgain(realm: Realm, name: string): void {
  const [, id = Number.NaN, deletes_messages, erased_at = 0, joined] = name.split(":").map(Number);
  const user = findUser(realm, id);
  if (user === undefined) return;
  const date_joined = joined === undefined ? null : seconds(joined);
  if (!isToErase(realm, { user_id: user.id, erased_at: seconds(erased_at), date_joined })) return;
  deactivate(realm, user);
  deleteErasure.run(realm.sql, { user: user.id });
  begin(realm, user, { deletes_messages: deletes_messages === 1 });
}

/** Whether an account of the list is still that of the person: one that was made or imported since may have the id. */
function isToErase(realm: Realm, { user_id, erased_at, date_joined }: Omit<ErasedPerson, "delete_messages">): boolean {
  const user = findUser(realm, user_id);
  if (user === undefined || user.is_erased === 1) return false;
  return date_joined === null ? user.date_joined <= erased_at : user.date_joined === date_joined;
}

/** A page of the people who were erased, in the order of their ids. */
export const erasedPeople = (realm: Realm, after: number, most: number) =>
  erasedAfter.all(realm.sql, { after, most }).map(({ user_id, deletes_messages, erased_at, date_joined }) => ({
    user_id,
    delete_messages: deletes_messages === 1,
    erased_at,
    date_joined,
  }));
