import type { UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";

/** Runs when a user is about to mute another, before it is written and its event is sent. */
export const beforeMuteHook = hook<[user: UserId, muted: UserId]>("before mute");

/** Runs when a user has unmuted another, after the event. */
export const afterUnmuteHook = hook<[user: UserId, unmuted: UserId]>("after unmute");
