import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Audience } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Channel, subscribersOf } from "../../channels/channels/channels.ts";
import { settingOf } from "../../organization/users/users.ts";

/** In a larger channel nobody is told who is about to write: somebody always is. */
const MOST_SUBSCRIBERS = 100;

/** Those of some people who want to know who writes; their own settings are asked only of those who listen. */
export const whoReceiveTyping = (realm: Realm, people: ReadonlySet<UserId>): Audience => ({
  includes: (id) => people.has(id) && settingOf(realm, id, "receives_typing_notifications"),
});

/** The same of a channel. */
export function whoReceiveTypingIn(realm: Realm, channel: Channel): Audience {
  const subscribers = subscribersOf(realm, channel.id);
  return whoReceiveTyping(realm, subscribers.size > MOST_SUBSCRIBERS ? new Set() : subscribers);
}

/** Refuses whoever does not want others to know. */
export function checkTellsTyping(realm: Realm, { user_id }: Actor, where: "direct" | "channel"): void {
  const name = where === "direct" ? "send_private_typing_notifications" : "send_stream_typing_notifications";
  if (!settingOf(realm, user_id, name))
    throw badRequest(`User has disabled typing notifications for ${where} messages`);
}
