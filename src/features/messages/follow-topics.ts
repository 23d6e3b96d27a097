import type { UserId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { hasContentAccess } from "../channels/access.ts";
import { type Channel, subscriptionIn } from "../channels/channels.ts";
import { setVisibilityPolicy, Visibility, visibilityPolicy, type VisibilityPolicy } from "../topic-preferences/topic-preferences.ts";
import { actorOf, settingsOf, type User } from "../users/users.ts";

/** When a setting about topics that one takes part in applies; `never` is 4. */
const When = Object.freeze({ participating: 1, sending: 2, starting: 3 } as const);

export interface TopicOfMessage {
  readonly channel: Channel;
  readonly topic: string;
}

/**
 * Follows or unmutes a topic for somebody who has sent a message there, as their settings want it (messages.md 2);
 * returns the policy where that changed it.
 */
export function followForSender(
  realm: Realm,
  sender: UserId,
  { channel, topic }: TopicOfMessage,
  isFirst: boolean,
): VisibilityPolicy | undefined {
  const settings = settingsOf(realm, sender);
  const applies = (when: number) =>
    when === When.participating || when === When.sending || (when === When.starting && isFirst);
  const follows = applies(settings.automatically_follow_topics_policy);
  const unmutes =
    applies(settings.automatically_unmute_topics_in_muted_streams_policy) &&
    subscriptionIn(realm, sender, channel.id)?.is_muted === 1;
  if (!follows && !unmutes) return undefined;
  const wanted = follows ? Visibility.followed : Visibility.unmuted;
  const current = visibilityPolicy(realm, sender, channel.id, topic);
  if (current === wanted || current === Visibility.followed) return undefined;
  setVisibilityPolicy(realm, sender, channel.id, topic, wanted);
  return wanted;
}

/** Follows a topic for people who were called there by name and want that. What they have muted stays so. */
export function followForMentioned(realm: Realm, users: readonly User[], { channel, topic }: TopicOfMessage): void {
  for (const user of users) {
    if (user.bot_type !== null || !hasContentAccess(realm, actorOf(user), channel)) continue;
    const current = visibilityPolicy(realm, user.id, channel.id, topic);
    if (current === Visibility.muted || current === Visibility.followed) continue;
    if (!settingsOf(realm, user.id).automatically_follow_topics_where_mentioned) continue;
    setVisibilityPolicy(realm, user.id, channel.id, topic, Visibility.followed);
  }
}
