import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { afterUnmuteHook, beforeMuteHook } from "../hooks.ts";
import { removeMute, writeMute } from "../muted-users.ts";

/** Mutes a user: the messages that they have sent become read, and those that they will send are read at once. */
export function muteUser(realm: Realm, user: UserId, muted: UserId): void {
  realm.run(beforeMuteHook, user, muted);
  writeMute(realm, user, muted);
}

/** Unmutes a user: the messages that they will send are unread again, while earlier ones stay as they are. */
export function unmuteUser(realm: Realm, user: UserId, muted: UserId): void {
  removeMute(realm, user, muted);
  realm.run(afterUnmuteHook, user, muted);
}
