import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { hasContentAccess } from "../../../channels/channels/access.ts";
import { type Channel, channelIndex, hasMuted } from "../../../channels/channels/channels.ts";
import {
  canAddPreference,
  setVisibilityPolicy,
  Visibility,
  type VisibilityPolicy,
  visibilityPolicy,
} from "../../../channels/topic-visibility/topic-visibility.ts";
import type { MessageIndexRow } from "../../../conversations/conversations.ts";
import { topicWithId } from "../../../conversations/topics.ts";
import { actorOf, settingOf, type User } from "../../../organization/accounts/accounts.ts";

/** Values of the settings for automatically following topics, other than `never` (4). */
const When = Object.freeze({ participating: 1, sending: 2, starting: 3 } as const);

interface TopicOfMessage {
  readonly channel: Channel;
  readonly topic: string;
}

/**
 * Follows or unmutes a topic for a user who sent a message there, according to their settings (messages.md 2). Returns
 * the new visibility policy if it changed.
 */
export const followForSender = (
  realm: Realm,
  sender: UserId,
  topic: TopicOfMessage,
  isFirst: boolean,
): VisibilityPolicy | undefined =>
  followWhere(
    realm,
    sender,
    topic,
    (when) => when === When.participating || when === When.sending || (when === When.starting && isFirst),
  );

/**
 * Follows or unmutes a message's topic for a user who reacted to the message or voted in it. Direct messages have no
 * topic.
 */
export function followForParticipant(realm: Realm, user: UserId, { conversation_id, topic_id }: MessageIndexRow): void {
  const channel = channelIndex(realm).byConversation.get(conversation_id);
  const topic = topic_id === null ? undefined : topicWithId(realm, topic_id);
  if (channel === undefined || topic === undefined) return;
  followWhere(realm, user, { channel, topic: topic.name }, (when) => when === When.participating);
}

function followWhere(
  realm: Realm,
  user: UserId,
  { channel, topic }: TopicOfMessage,
  applies: (when: number) => boolean,
): VisibilityPolicy | undefined {
  const follows = applies(settingOf(realm, user, "automatically_follow_topics_policy"));
  const unmutes =
    applies(settingOf(realm, user, "automatically_unmute_topics_in_muted_streams_policy")) &&
    hasMuted(realm, user, channel.id);
  if (!follows && !unmutes) return undefined;
  const wanted = follows ? Visibility.followed : Visibility.unmuted;
  const current = visibilityPolicy(realm, user, channel.id, topic);
  if (current === wanted || current === Visibility.followed) return undefined;
  if (current === Visibility.none && !canAddPreference(realm, user)) return undefined;
  setVisibilityPolicy(realm, user, channel.id, topic, wanted);
  return wanted;
}

/** Follows a topic for users mentioned there by name, according to their settings. A muted topic stays muted. */
export function followForMentioned(realm: Realm, users: readonly User[], { channel, topic }: TopicOfMessage): void {
  for (const user of users) {
    if (user.bot_type !== null || !hasContentAccess(realm, actorOf(user), channel)) continue;
    const current = visibilityPolicy(realm, user.id, channel.id, topic);
    if (current === Visibility.muted || current === Visibility.followed) continue;
    if (!settingOf(realm, user.id, "automatically_follow_topics_where_mentioned")) continue;
    if (current === Visibility.none && !canAddPreference(realm, user.id)) continue;
    setVisibilityPolicy(realm, user.id, channel.id, topic, Visibility.followed);
  }
}
