import { userMarkdown } from "../../../markup/index.ts";
import { type Actor, isOwner } from "../../../protocol/actor.ts";
import { badRequest, unauthorizedPrincipal } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { words } from "../../../protocol/words/words.ts";
import { isImportingHook } from "../../../realm/admission-hooks.ts";
import { inMemory, type Realm } from "../../../realm/realm.ts";
import {
  after,
  DAY,
  days,
  inMilliseconds,
  MINUTE_MS,
  type Milliseconds,
  type Seconds,
  seconds,
} from "../../../util/time.ts";
import { erasePeople } from "../../messages/deleted-accounts/deleted-accounts.ts";
import { deactivate, deactivatePerson } from "../../organization/account-actions/deactivation.ts";
import { checkNotLastOwner } from "../../organization/account-actions/owner-rules.ts";
import { accessUserToChange } from "../../organization/accounts/access.ts";
import { botsOwnedBy, findUser, listActiveOwners, type User } from "../../organization/accounts/accounts.ts";
import { emailLanguage } from "../../organization/accounts/email-language.ts";
import { sendDirectNotice } from "../../organization/system-messages/system-messages.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import type { ErasureRow } from "./rows.ts";
import * as rows from "./rows.ts";

/** The notice to owners that a user requests the erasure of their account. `person` is a mention of the user. */
const requestWords = words("erasure", {
  requested: "{person} asked for their account to be erased. Accept or refuse this in the settings, under People.",
});

export const ERASURE_TIMER = "erasures";
export const AGAIN_TIMER = "erase-again";

/** How long an erasure order can be undone. */
const DELAY = days(14);

interface ErasureOptions {
  readonly deletes_messages: boolean;
}

/** Returns an account whose erasure the actor can order. Throws for bots, and if the actor isn't an owner. */
export function accessErasable(realm: Realm, actor: Actor, id: number): User {
  if (!isOwner(actor)) throw unauthorizedPrincipal("owner");
  const user = accessUserToChange(realm, actor, id);
  if (user.bot_type !== null) throw badRequest("Bots are erased with their owners");
  return user;
}

/**
 * When owners were last notified of a user's request, by user id. Not kept in the realm's cache, because that is
 * cleared when a change is refused.
 */
const noticesIn = inMemory(() => new Map<number, Seconds>());

/** Asks the owners to erase the actor's own account. */
export function requestErasure(realm: Realm, user: User, { deletes_messages }: ErasureOptions): void {
  checkNotLastOwner(realm, user, "Cannot erase the only organization owner");
  const before = rows.erasureOf.first(realm.sql, { user: user.id });
  if (before?.deletes_messages === Number(deletes_messages)) return;
  rows.putErasure.run(realm.sql, { user: user.id, deletes_messages, asked_at: realm.seconds(), due_at: null });
  audit(realm, "user.erasure_requested", { of: accountEntity(user), details: { deletes_messages } });
  const notices = noticesIn(realm);
  const last = notices.get(user.id);
  if (before !== undefined || (last !== undefined && realm.seconds() < after(last, DAY))) return;
  realm.afterCommit(() => void notices.set(user.id, realm.seconds()));
  for (const owner of listActiveOwners(realm)) {
    const content = requestWords[emailLanguage(realm, owner)].requested(userMarkdown(user));
    if (owner.id !== user.id) sendDirectNotice(realm, { to: owner.id, content });
  }
}

/** Orders the erasure of an account. The account must be deactivated, or its user must have requested the erasure. */
export function orderErasure(realm: Realm, user: User, { deletes_messages }: ErasureOptions): void {
  const before = rows.erasureOf.first(realm.sql, { user: user.id });
  if (typeof before?.due_at === "number") throw badRequest("The erasure of this account is ordered already");
  if (user.is_active === 1) {
    if (before === undefined) throw badRequest("Deactivate the account before you erase it");
    deactivatePerson(realm, user);
  }
  const asked_at = realm.seconds();
  const due_at = after(asked_at, DELAY);
  rows.putErasure.run(realm.sql, { user: user.id, deletes_messages, asked_at, due_at });
  realm.timers.setSooner(ERASURE_TIMER, inMilliseconds(due_at));
  audit(realm, "user.erasure_ordered", { of: accountEntity(user), details: { deletes_messages, due_at } });
}

/** Cancels an erasure that isn't done yet. Owners also reject requests this way, and users withdraw theirs. */
export function undoErasure(realm: Realm, user: User, by: Actor): void {
  const erasure = rows.erasureOf.first(realm.sql, { user: user.id });
  if (erasure === undefined) throw badRequest("No erasure of this account is waiting");
  rows.deleteErasure.run(realm.sql, { user: user.id });
  const isRefused = erasure.due_at === null && by.user_id !== user.id;
  audit(realm, isRefused ? "user.erasure_refused" : "user.erasure_undone", { of: accountEntity(user) });
}

/** Cancels an erasure order when the account is reactivated. A user's own request stays. */
export function undoOnReactivation(realm: Realm, user: User): void {
  if (typeof rows.erasureOf.first(realm.sql, { user: user.id })?.due_at !== "number") return;
  rows.deleteErasure.run(realm.sql, { user: user.id });
  audit(realm, "user.erasure_undone", { of: accountEntity(user) });
}

/**
 * Deletes erasures left over after an import was undone: orders for accounts that are active again, and everything for
 * accounts that no longer exist.
 */
export function dropUndoneOrders(realm: Realm): void {
  for (const { user_id, due_at } of rows.allErasures.all(realm.sql, {})) {
    const user = findUser(realm, user_id);
    if (user === undefined || (user.is_active === 1 && due_at !== null))
      rows.deleteErasure.run(realm.sql, { user: user_id });
  }
}

/** Returns the erasures that an actor can see. Owners see all, other users only their own. */
export function erasuresFor(realm: Realm, actor: Actor): ErasureRow[] {
  if (isOwner(actor)) return rows.allErasures.all(realm.sql, {});
  const own = rows.erasureOf.first(realm.sql, { user: actor.user_id });
  return own === undefined ? [] : [own];
}

/** Runs on the timer: starts the erasure of one due account. If there are more, the timer runs again immediately. */
export function eraseDue(realm: Realm): void {
  if (waitsForImport(realm, ERASURE_TIMER)) return;
  const due = rows.firstDue.first(realm.sql, { now: realm.seconds() });
  if (due !== undefined) eraseNext(realm, due);
  const now = realm.clock.milliseconds();
  const { due_at } = rows.nextDue.one(realm.sql, {});
  if (due_at !== null) realm.timers.set(ERASURE_TIMER, later(now, inMilliseconds(due_at)));
}

/**
 * Postpones a timer during an import, because undoing the import would bring erased accounts back. Returns true if it
 * did.
 */
function waitsForImport(realm: Realm, timer: string): boolean {
  if (!realm.ask(isImportingHook)) return false;
  realm.timers.set(timer, after(realm.clock.milliseconds(), MINUTE_MS));
  return true;
}

/**
 * Starts the erasure of one account: the user's or, once that is erased, the next of their bots. Deletes the order when
 * all are erased.
 */
function eraseNext(realm: Realm, { user_id, deletes_messages }: ErasureRow): void {
  const user = findUser(realm, user_id);
  const accounts = user === undefined ? [] : [user, ...botsOwnedBy(realm, user.id)];
  const account = accounts.find(({ is_erased }) => is_erased === 0);
  if (account === undefined) rows.deleteErasure.run(realm.sql, { user: user_id });
  else startErasure(realm, account, { deletes_messages: deletes_messages === 1 });
}

const later = (one: Milliseconds, other: Milliseconds) => (one > other ? one : other);

function startErasure(realm: Realm, account: User, wish: ErasureOptions): void {
  const { id: user, date_joined } = account;
  rows.insertErased.run(realm.sql, { user, ...wish, erased_at: realm.seconds(), date_joined });
  erasePeople(realm, [account], wish);
}

interface ErasedPerson {
  readonly user_id: UserId;
  readonly delete_messages: boolean;
  readonly erased_at: Seconds;
  readonly date_joined: Seconds | null;
}

/** Starts erasing listed users again. Returns the number of those who have to be erased. */
export function eraseAgain(realm: Realm, people: readonly ErasedPerson[]): number {
  const known = people.filter((person) => isToErase(realm, person));
  const now = realm.clock.milliseconds();
  for (const { user_id, delete_messages, erased_at, date_joined } of known) {
    const joined = date_joined === null ? "" : `:${date_joined}`;
    realm.timers.set(`${AGAIN_TIMER}:${user_id}:${Number(delete_messages)}:${erased_at}${joined}`, now);
  }
  return known.length;
}

/**
 * Runs on a timer: erases a user again after a restore brought them back. The timer's name contains the user. Restores
 * set this timer, too.
 */
export function eraseOneAgain(realm: Realm, name: string): void {
  if (waitsForImport(realm, name)) return;
  const [, id = Number.NaN, deletes_messages, erased_at = 0, joined] = name.split(":").map(Number);
  const user = findUser(realm, id);
  if (user === undefined) return;
  const date_joined = joined === undefined ? null : seconds(joined);
  if (!isToErase(realm, { user_id: user.id, erased_at: seconds(erased_at), date_joined })) return;
  deactivate(realm, user);
  rows.deleteErasure.run(realm.sql, { user: user.id });
  startErasure(realm, user, { deletes_messages: deletes_messages === 1 });
}

/**
 * True if a listed account still belongs to the erased user. An account created or imported since may have the same id.
 */
function isToErase(realm: Realm, { user_id, erased_at, date_joined }: Omit<ErasedPerson, "delete_messages">): boolean {
  const user = findUser(realm, user_id);
  if (user === undefined || user.is_erased === 1) return false;
  return date_joined === null ? user.date_joined <= erased_at : user.date_joined === date_joined;
}

/** Returns a page of erased users, ordered by id. */
export const erasedPeople = (realm: Realm, after: number, most: number) =>
  rows.erasedAfter.all(realm.sql, { after, most }).map(({ user_id, deletes_messages, erased_at, date_joined }) => ({
    user_id,
    delete_messages: deletes_messages === 1,
    erased_at,
    date_joined,
  }));
