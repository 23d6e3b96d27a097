import type { Actor } from "../../../protocol/actor.ts";
import { toUserId, type UserId } from "../../../protocol/ids.ts";
import { MAX_TOLD_OF_EACH } from "../../../protocol/limits.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { hook, type Realm } from "../../../realm/realm.ts";
import { before, days, inSeconds, seconds } from "../../../util/time.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { findUser, type User, usersHidingPresence } from "../../organization/accounts/accounts.ts";
import { usersToRead } from "../../organization/accounts/archive.ts";
import { apartFromOutside, userAudience } from "../../organization/accounts/audience.ts";
import { visibleUserIds } from "../../organization/accounts/guest-visibility.ts";
import { standInEmail } from "../../organization/accounts/unknown-user.ts";
import type { Viewer } from "../../organization/accounts/user-object.ts";
import { presenceChanged } from "./events.ts";
import { forgetLastSeen, lastSeen, type Presence } from "./last-seen.ts";
import { legacyPresence, modernPresence } from "./presence-formats.ts";

/** Runs about once a minute while a user is at their device, even if they hide their presence. */
export const personActiveHook = hook<[person: UserId]>("person active");

/**
 * A ping this long after the previous one emits an event, because clients may show the user as offline
 * (register-and-events.md 5.4).
 */
const BACK_AFTER = seconds(130);
/** Records an account's ping. Emits an event if the user was away or has become active. */
export function recordPresence(realm: Realm, actor: Actor, isActive: boolean): void {
  if (usersHidingPresence(realm).has(actor.user_id)) return;
  const seen = lastSeen(realm);
  const known = seen.of(actor.user_id);
  if (!seen.record(actor.user_id, isActive)) return;
  const away = realm.seconds() - (known?.idle ?? 0);
  const turnedActive = isActive && realm.seconds() - (known?.active ?? 0) > BACK_AFTER;
  if (away > BACK_AFTER || turnedActive) emitPresence(realm, accessUser(realm, null, actor.user_id));
}

/**
 * Emits an account's current presence to everyone who can see the user. If many users are online, clients get it in the
 * replies to their pings instead.
 */
function emitPresence(realm: Realm, user: User): void {
  if (lastSeen(realm).hasMoreOnlineThan(MAX_TOLD_OF_EACH)) return;
  const { active = null, idle = null } = presenceOf(realm, user.id) ?? {};
  const { id: user_id, email } = user;
  const server_timestamp = inSeconds(realm.clock.milliseconds());
  realm.emitTransient(
    presenceChanged({ user_id, email, active, idle, server_timestamp }),
    ...apartFromOutside(realm, userAudience(realm, user), { email: standInEmail(user_id, realm.host) }),
  );
}

/** Applies a change to `presence_enabled`. An account that shows its presence counts as active at that time. */
export function showOrHidePresence(realm: Realm, user: User, isShown: boolean): void {
  const seen = lastSeen(realm);
  if (!isShown || !seen.record(user.id, true)) seen.markChanged(user.id);
  emitPresence(realm, user);
}

/** Returns a user's presence as others can see it: with null times if the user hides it through `presence_enabled`. */
export function presenceOf(realm: Realm, user: UserId): Presence | undefined {
  const known = lastSeen(realm).of(user);
  return known && usersHidingPresence(realm).has(user) ? { ...known, active: null, idle: null } : known;
}

/**
 * Returns the presences visible to a viewer that changed since `lastUpdate`. If `lastUpdate` isn't positive, returns
 * those of the last `historyDays` days.
 */
export function presencesSince(
  realm: Realm,
  viewer: Viewer,
  { lastUpdate, historyDays }: { lastUpdate: number; historyDays: number },
): [UserId, Presence][] {
  const oldest = before(realm.seconds(), days(historyDays));
  const visibleIds = visibleUserIds(realm, viewer);
  const seen = visibleIds && new Set([...visibleIds, viewer.user_id]);
  const known = lastSeen(realm);
  const users = lastUpdate > 0 ? known.changedSince(lastUpdate) : known.users();
  return [...users].flatMap((user): [UserId, Presence][] => {
    if (seen !== null && !seen.has(user)) return [];
    const presence = presenceOf(realm, user);
    if (presence === undefined) return [];
    const { idle } = presence;
    const isIncluded = lastUpdate > 0 || (idle !== null && idle >= oldest);
    return isIncluded ? [[user, presence]] : [];
  });
}

/** Returns presences in the modern format, or in the legacy one without deactivated users. */
export function presenceObjects(realm: Realm, presences: readonly [UserId, Presence][], isModern: boolean) {
  if (isModern)
    return Object.fromEntries(presences.map(([user, presence]) => [String(user), modernPresence(presence)]));
  return Object.fromEntries(
    presences.flatMap(([id, presence]) => {
      const user = findUser(realm, id);
      return user?.is_active === 1 ? [[user.email, legacyPresence(presence)]] : [];
    }),
  );
}

export const presenceArchive: FeatureArchive = {
  tables: ["presence_pages"],
  undone: forgetLastSeen,
  parts: [
    part({
      table: "presence",
      only: "whole",
      reading: usersToRead,
      row(row, { realm }) {
        const seen = presenceOf(realm, toUserId(row.number("id")));
        if (seen === undefined || (seen.active === null && seen.idle === null)) return undefined;
        return { user_id: row.number("id"), active_at: seen.active, idle_at: seen.idle };
      },
      write(writing, { user_id, active_at, idle_at }) {
        const user = writing.id("user", user_id);
        if (user === undefined) return LeftOut.unknownUser;
        const time = (at: number | null) => (at === null || !writing.isPossible(at) ? null : seconds(at));
        if (writing.writes)
          lastSeen(writing.realm).adopt(toUserId(user), { active: time(active_at), idle: time(idle_at) });
        return undefined;
      },
    }),
  ],
};
