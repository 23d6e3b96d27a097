import { action } from "../../../api/endpoint.ts";
import { integer } from "../../../api/parameter.ts";
import { type NoParams, statement } from "../../../database/statement.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkCount } from "../../../protocol/quota.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { only } from "../../../realm/events/event.ts";
import { cacheKey, hook, type Realm } from "../../../realm/realm.ts";
import { listSlice } from "../../../realm/state-slice.ts";
import { entryOf } from "../../../util/collections.ts";
import { type Seconds, seconds } from "../../../util/time.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { mutedUsersChanged } from "./events.ts";

export const schema = [
  `CREATE TABLE muted_users (
     user_id INTEGER NOT NULL,
     muted_user_id INTEGER NOT NULL,
     muted_at INTEGER NOT NULL,
     PRIMARY KEY (user_id, muted_user_id)
   ) STRICT, WITHOUT ROWID;`,
];

const allMutes = statement<NoParams, { user_id: UserId; muted_user_id: UserId }>(
  "SELECT user_id, muted_user_id FROM muted_users",
);
const mutesOfUser = statement<{ user: number }, { muted_user_id: UserId; muted_at: Seconds }>(
  "SELECT muted_user_id, muted_at FROM muted_users WHERE user_id = :user ORDER BY muted_at, muted_user_id",
);
const insertMute = statement<{ user: number; muted: number; at: Seconds }>(
  "INSERT OR IGNORE INTO muted_users (user_id, muted_user_id, muted_at) VALUES (:user, :muted, :at)",
);
const deleteMute = statement<{ user: number; muted: number }>(
  "DELETE FROM muted_users WHERE user_id = :user AND muted_user_id = :muted",
);

/** Runs when a user is about to mute another, before the mute is written and its event sent. */
export const beforeMuteHook = hook<[user: UserId, muted: UserId]>("before mute");

/** Runs when a user has unmuted another, after the event. */
export const afterUnmuteHook = hook<[user: UserId, unmuted: UserId]>("after unmute");

type Sets = Map<UserId, Set<UserId>>;
interface Mutes {
  readonly mutedBy: Sets;
  readonly mutersOf: Sets;
}

const mutesKey = cacheKey<Mutes>("muted users");

/** Returns all mutes, kept in memory, because each new message looks up those of its recipients. */
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

/** Returns the users muted by `user`. Their new messages are read for `user` from the start (messages.md 2). */
export const mutedBy = (realm: Realm, user: UserId): ReadonlySet<UserId> => mutes(realm).mutedBy.get(user) ?? nobody;

export const mutersOf = (realm: Realm, user: UserId): ReadonlySet<UserId> => mutes(realm).mutersOf.get(user) ?? nobody;

/** Returns the users muted by `user`, in the form of /register and of the event. */
const muteList = (realm: Realm, user: UserId): { id: number; timestamp: Seconds }[] =>
  mutesOfUser.all(realm.sql, { user }).map(({ muted_user_id: id, muted_at: timestamp }) => ({ id, timestamp }));

/** Mutes a user. Their earlier messages are marked as read, and new ones are read immediately. */
function muteUser(realm: Realm, user: UserId, muted: UserId): void {
  realm.run(beforeMuteHook, user, muted);
  insertMute.run(realm.sql, { user, muted, at: realm.seconds() });
  emitMutedUsers(realm, user);
}

/** Unmutes a user. New messages from them are unread again; earlier ones stay unchanged. */
function unmuteUser(realm: Realm, user: UserId, muted: UserId): void {
  deleteMute.run(realm.sql, { user, muted });
  emitMutedUsers(realm, user);
  realm.run(afterUnmuteHook, user, muted);
}

function emitMutedUsers(realm: Realm, user: UserId): void {
  realm.forget(mutesKey);
  realm.emit(mutedUsersChanged({ muted_users: muteList(realm, user) }), only(user));
}

export const mutedUsersStateSlice = listSlice("muted_users", (realm, { user_id }) => muteList(realm, user_id));

export const muteArchive = ownedArchive("muted_users", {
  most: { number: limits.account.muted_users },
  reading: { key: ["user_id", "muted_user_id"], columns: ["t.muted_at AS timestamp"] },
  write(writing, user, { muted_user_id, timestamp }) {
    const muted = writing.id("user", muted_user_id);
    if (muted === undefined) return LeftOut.unknownUser;
    if (muted === user) return "people who have muted themselves";
    const values = { user, muted, at: seconds(timestamp) };
    return { key: String(muted), write: () => insertMute.run(writing.realm.sql, values) };
  },
});

export const muteUserEndpoint = action({
  route: "POST /users/me/muted_users/:muted_user_id",
  params: { muted_user_id: integer },
  run({ realm, actor, params }) {
    if (params.muted_user_id === actor.user_id) throw badRequest("Cannot mute self");
    const { id } = accessUser(realm, actor, params.muted_user_id);
    const muted = mutedBy(realm, actor.user_id);
    if (muted.has(id)) throw badRequest("User already muted");
    checkCount(muted.size + 1, limits.account.muted_users, "muted users");
    muteUser(realm, actor.user_id, id);
  },
});

export const unmuteUserEndpoint = action({
  route: "DELETE /users/me/muted_users/:muted_user_id",
  params: { muted_user_id: integer },
  run({ realm, actor, params }) {
    const { id } = accessUser(realm, actor, params.muted_user_id);
    if (!mutedBy(realm, actor.user_id).has(id)) throw badRequest("User is not muted");
    unmuteUser(realm, actor.user_id, id);
  },
});
