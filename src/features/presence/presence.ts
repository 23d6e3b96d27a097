import type { Actor } from "../../protocol/actor.ts";
import type { UserId } from "../../protocol/ids.ts";
import { everyone } from "../../realm/event.ts";
import type { Realm } from "../../realm/realm.ts";
import { findUser, invisibleUsers } from "../users/users.ts";
import { presenceChanged } from "./events.ts";
import { type Presence, presenceBook } from "./presence-book.ts";
import { legacy, modern } from "./presence-forms.ts";

const DAY_SECONDS = 86_400;
/** Offline for longer than the clients' threshold less a ping and some slack: coming back is news (5.4). */
const BACK_AFTER_SECONDS = 130;
/** In larger organizations clients learn by their own pings; telling everybody of everybody would be too much. */
const MOST_TOLD = 100;

/** Notes that an account is at its client, and tells the others if it has come back just now. */
export function notePresence(realm: Realm, actor: Actor, isActive: boolean): void {
  if (invisibleUsers(realm).has(actor.user_id)) return;
  const book = presenceBook(realm);
  const before = book.entries.get(actor.user_id);
  if (!book.note(actor.user_id, isActive)) return;
  const away = realm.now() - (before?.idle ?? 0);
  const turnedActive = isActive && realm.now() - (before?.active ?? 0) > BACK_AFTER_SECONDS;
  if (away > BACK_AFTER_SECONDS || turnedActive) tellPresence(realm, actor);
}

/** Tells everybody how an account's presence is now. */
export function tellPresence(realm: Realm, { user_id, email }: Pick<Actor, "user_id" | "email">): void {
  if (presenceBook(realm).entries.size > MOST_TOLD) return;
  const isSeen = !invisibleUsers(realm).has(user_id);
  const { active = null, idle = null } = (isSeen && presenceBook(realm).entries.get(user_id)) || {};
  realm.emitForNow(
    presenceChanged({ user_id, email, active, idle, server_timestamp: realm.clock.now() / 1000 }),
    everyone,
  );
}

/** Everybody who has been there within some days, or about whom something is new since an update. */
export function presencesSince(
  realm: Realm,
  { lastUpdate, historyDays }: { lastUpdate: number; historyDays: number },
): [UserId, Presence][] {
  const oldest = realm.now() - historyDays * DAY_SECONDS;
  const invisible = invisibleUsers(realm);
  return [...presenceBook(realm).entries].filter(([user, { idle, update }]) => {
    if (invisible.has(user)) return false;
    return lastUpdate > 0 ? update > lastUpdate : idle !== null && idle >= oldest;
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
