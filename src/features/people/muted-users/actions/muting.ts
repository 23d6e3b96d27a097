import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { afterUnmuteHook, beforeMuteHook } from "../hooks.ts";
import { removeMute, writeMute } from "../muted-users.ts";

/** Somebody does not want to read another: neither what is there nor what will come. */
export function muteUser(realm: Realm, user: UserId, muted: UserId): void {
  realm.run(beforeMuteHook, user, muted);
  writeMute(realm, user, muted);
}

/** Somebody wants to read another again: what will come, for what is there stays as it is. */
export function unmuteUser(realm: Realm, user: UserId, muted: UserId): void {
  removeMute(realm, user, muted);
  realm.run(afterUnmuteHook, user, muted);
}
