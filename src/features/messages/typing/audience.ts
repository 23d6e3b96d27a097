import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { MAX_TOLD_OF_EACH } from "../../../protocol/limits.ts";
import type { Audience } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Channel, subscribersOf } from "../../channels/channels/channels.ts";
import { settingOf } from "../../organization/accounts/accounts.ts";

/** Returns the users who want typing notifications. Only looks up settings of users with event queues. */
export const typingAudience = (realm: Realm, people: ReadonlySet<UserId>): Audience => ({
  includes: (id) => people.has(id) && settingOf(realm, id, "receives_typing_notifications"),
});

/** Returns the subscribers of a channel who want typing notifications, or no one if the channel is large. */
export function channelTypingAudience(realm: Realm, channel: Channel): Audience {
  const subscribers = subscribersOf(realm, channel.id);
  return typingAudience(realm, subscribers.size > MAX_TOLD_OF_EACH ? new Set() : subscribers);
}

/** Throws if the user has turned off sending typing notifications. */
export function checkSendsTyping(realm: Realm, { user_id }: Actor, where: "direct" | "channel"): void {
  const name = where === "direct" ? "send_private_typing_notifications" : "send_stream_typing_notifications";
  if (!settingOf(realm, user_id, name))
    throw badRequest(`User has disabled typing notifications for ${where} messages`);
}
