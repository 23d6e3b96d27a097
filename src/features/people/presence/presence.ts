import type { Actor } from "../../../protocol/actor.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, days, inSeconds, seconds } from "../../../util/time.ts";
import { accessUser } from "../../organization/users/access.ts";
import { whoKnow } from "../../organization/users/audience.ts";
import { findUser, invisibleUsers, type User } from "../../organization/users/users.ts";
import { presenceChanged } from "./events.ts";
import { type Presence, presenceBook } from "./presence-book.ts";
import { legacy, modern } from "./presence-forms.ts";

/** Offline for longer than the clients' threshold less a ping and some slack: coming back is news (5.4). */
const BACK_AFTER = seconds(130);
/** In larger organizations clients learn by their own pings; telling everybody of everybody would be too much. */
const MOST_TOLD = 100;

/** Notes that an account is at its client, and tells the others if it has come back just now. */
export function notePresence(realm: Realm, actor: Actor, isActive: boolean): void {
  if (invisibleUsers(realm).has(actor.user_id)) return;
  const book = presenceBook(realm);
  const known = book.of(actor.user_id);
  if (!book.note(actor.user_id, isActive)) return;
  const away = realm.seconds() - (known?.idle ?? 0);
  const turnedActive = isActive && realm.seconds() - (known?.active ?? 0) > BACK_AFTER;
  if (away > BACK_AFTER || turnedActive) tellPresence(realm, accessUser(realm, null, actor.user_id));
}

/** Tells those who may know of an account how its presence is now. */
function tellPresence(realm: Realm, user: User): void {
  if (presenceBook(realm).size > MOST_TOLD) return;
  const { active = null, idle = null } = presenceOf(realm, user.id) ?? {};
  const { id: user_id, email } = user;
  const server_timestamp = inSeconds(realm.clock.milliseconds());
  realm.emitForNow(presenceChanged({ user_id, email, active, idle, server_timestamp }), whoKnow(realm, user));
}

/** An account wants to be seen from now on, or no more; whoever wants to be seen is there. */
export function changeVisibility(realm: Realm, user: User, isSeen: boolean): void {
  const book = presenceBook(realm);
  if (!isSeen || !book.note(user.id, true)) book.renew(user.id);
  tellPresence(realm, user);
}

/** What others may know of somebody's presence: of whoever does not want to be seen no more than that they were there. */
export function presenceOf(realm: Realm, user: UserId): Presence | undefined {
  const known = presenceBook(realm).of(user);
  return known && invisibleUsers(realm).has(user) ? { ...known, active: null, idle: null } : known;
}

/** Everybody who has been there within some days, or about whom something is new since an update. */
export function presencesSince(
  realm: Realm,
  { lastUpdate, historyDays }: { lastUpdate: number; historyDays: number },
): [UserId, Presence][] {
  const oldest = before(realm.seconds(), days(historyDays));
  return [...presenceBook(realm).users()].flatMap((user): [UserId, Presence][] => {
    const presence = presenceOf(realm, user);
    if (presence === undefined) return [];
    const { idle, update } = presence;
    const isWanted = lastUpdate > 0 ? update > lastUpdate : idle !== null && idle >= oldest;
    return isWanted ? [[user, presence]] : [];
  });
}

/** Both forms of a list of presences. */
export function presenceObjects(realm: Realm, presences: readonly [UserId, Presence][], isModern: boolean) {
  if (isModern) return Object.fromEntries(presences.map(([user, presence]) => [String(user), modern(presence)]));
  return Object.fromEntries(
    presences.flatMap(([id, presence]) => {
      const user = findUser(realm, id);
      return user?.is_active === 1 ? [[user.email, legacy(presence)]] : [];
    }),
  );
}
