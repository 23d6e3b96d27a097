import type { UserId } from "../../../protocol/ids.ts";
import type { Audience } from "../../../realm/events/event.ts";
import { hook } from "../../../realm/realm.ts";
import type { Channel } from "./channels.ts";

/** Runs when users are about to be unsubscribed from a channel that has messages. */
export const beforeUnsubscribeHook = hook<[channel: Channel, users: readonly UserId[]]>("before unsubscribe");

/** Runs when a channel has been unarchived, after clients that lost it on archiving were sent their subscriptions. */
export const channelUnarchivedHook =
  hook<[channel: Channel, subscribers: ReadonlySet<UserId>, clients: Audience]>("channel unarchived");
