import type { UserId } from "../../../protocol/ids.ts";
import { only } from "../../../realm/events/event.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import type { Seconds } from "../../../util/time.ts";
import { mutedUsersChanged } from "./events.ts";
import { allMutes, deleteMute, insertMute, mutesOfUser } from "./rows.ts";

type Sets = Map<UserId, Set<UserId>>;
interface Mutes {
  readonly mutedBy: Sets;
  readonly mutersOf: Sets;
}

const mutesKey = cacheKey<Mutes>("muted users");

/** In memory, for every message asks it of everybody who is told. */
const mutes = (realm: Realm): Mutes =>
  realm.cached(mutesKey, () => {
    const all: Mutes = { mutedBy: new Map(), mutersOf: new Map() };
    for (const { user_id, muted_user_id } of allMutes.all(realm.sql, {})) {
      entryOf(all.mutedBy, user_id, newSet).add(muted_user_id);
      entryOf(all.mutersOf, muted_user_id, newSet).add(user_id);
    }
    return all;
  });

const newSet = () => new Set<UserId>();
const nobody: ReadonlySet<UserId> = new Set();

/** Whose messages somebody does not want to read: they count as read when they come (messages.md 2). */
export const mutedBy = (realm: Realm, user: UserId): ReadonlySet<UserId> => mutes(realm).mutedBy.get(user) ?? nobody;

/** Those who do not want to read what somebody sends. */
export const mutersOf = (realm: Realm, user: UserId): ReadonlySet<UserId> => mutes(realm).mutersOf.get(user) ?? nobody;

/** As clients are told. */
export const muteList = (realm: Realm, user: UserId): { id: number; timestamp: Seconds }[] =>
  mutesOfUser.all(realm.sql, { user }).map(({ muted_user_id: id, muted_at: timestamp }) => ({ id, timestamp }));

/** Writes and tells that somebody mutes another; what follows for their messages is for the caller. */
export function writeMute(realm: Realm, user: UserId, muted: UserId): void {
  insertMute.run(realm.sql, { user, muted, at: realm.seconds() });
  tell(realm, user);
}

export function removeMute(realm: Realm, user: UserId, muted: UserId): void {
  deleteMute.run(realm.sql, { user, muted });
  tell(realm, user);
}

function tell(realm: Realm, user: UserId): void {
  realm.forget(mutesKey);
  realm.emit(mutedUsersChanged({ muted_users: muteList(realm, user) }), only(user));
}
