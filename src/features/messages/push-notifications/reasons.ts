import type { UserId } from "../../../protocol/ids.ts";
import { clientTimings } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import { subscriptionsIn, usersWanting } from "../../channels/channels/channels.ts";
import { policiesIn, Visibility, visibilityPolicy } from "../../channels/topic-visibility/topic-visibility.ts";
import { settingsOfMany, usersWantingAllChannels } from "../../organization/accounts/accounts.ts";
import { presenceOf } from "../../people/presence/presence.ts";
import type { Destination, MentionNotice } from "../core/send/destination.ts";

/** Reasons to notify a user about a message, strongest first (users-groups-org.md 10). */
export const MESSAGE_REASONS = ["direct", "mention", "everybody", "followed", "channel"] as const;
export type Reason = (typeof MESSAGE_REASONS)[number];

/** Notification media, each with the names of its own settings. */
const media = {
  push: {
    offline: "enable_offline_push_notifications",
    followed: "enable_followed_topic_push_notifications",
    channels: "enable_stream_push_notifications",
    channel: "push_notifications",
  },
  email: {
    offline: "enable_offline_email_notifications",
    followed: "enable_followed_topic_email_notifications",
    channels: "enable_stream_email_notifications",
    channel: "email_notifications",
  },
} as const;
type Medium = keyof typeof media;

const WILDCARDS = ["enable_followed_topic_wildcard_mentions_notify", "wildcard_mentions_notify"] as const;

type MessageMentions = Pick<MentionNotice["recipients"], "mentioned" | "channelWildcard" | "topicWildcardUsers">;

interface Notifying {
  readonly destination: Destination;
  readonly recipients: MessageMentions;
  /** Mentions of the previous text if the message was edited, or null for a new message. */
  readonly before: MessageMentions | null;
}

/**
 * Returns the users who might have a reason to be notified, possibly including some who don't receive the message. Null
 * if it could be any recipient.
 */
export function possibleUsers(
  realm: Realm,
  { destination, recipients: { mentioned, channelWildcard, topicWildcardUsers } }: Notifying,
  medium: Medium,
): ReadonlySet<UserId> | null {
  if (destination.kind === "direct" || channelWildcard) return null;
  const { channel, topic: name } = destination;
  const followers = [...policiesIn(realm, channel.id, name)].flatMap(([user, policy]) =>
    policy === Visibility.followed ? [user] : [],
  );
  const { channels, channel: own } = media[medium];
  const wanting = [...usersWanting(realm, own, channel.id), ...usersWantingAllChannels(realm, channels)];
  return new Set([...mentioned, ...(topicWildcardUsers ?? []), ...followers, ...wanting]);
}

/**
 * Returns the reason for each of the users who receive a message. An edited message only notifies users who had no
 * reason under the old text.
 */
export function reasonsOf(
  realm: Realm,
  { destination, recipients, before }: Notifying,
  users: readonly UserId[],
  medium: Medium,
): (user: UserId) => Reason | undefined {
  const names = media[medium];
  const settingsFor = settingsOfMany(realm, users, [names.offline, names.followed, names.channels, ...WILDCARDS]);
  const reasonFor = destination.kind === "direct" ? directly(medium) : inChannel(realm, destination, users, medium);
  return (user) => {
    const settings = settingsFor(user);
    if (before !== null && reasonFor(user, before, settings) !== undefined) return undefined;
    return reasonFor(user, recipients, settings);
  };
}

type Names = (typeof media)[Medium];
type Settings = Readonly<Record<Names["offline" | "followed" | "channels"] | (typeof WILDCARDS)[number], boolean>>;
type ReasonFor = (user: UserId, mentions: MessageMentions, settings: Partial<Settings>) => Reason | undefined;

const directly =
  (medium: Medium): ReasonFor =>
  (_user, _mentions, settings) =>
    settings[media[medium].offline] ? "direct" : undefined;

function inChannel(
  realm: Realm,
  { channel, topic }: Extract<Destination, { kind: "channel" }>,
  users: readonly UserId[],
  medium: Medium,
): ReasonFor {
  const names = media[medium];
  const policyOf = policiesFor(realm, channel.id, topic, users);
  const subscriptions = subscriptionsIn(realm, channel.id, users);
  return (user, mentions, settings) => {
    const policy = policyOf(user);
    const own = subscriptions.get(user);
    const isFollowed = policy === Visibility.followed;
    const isMuted = policy === Visibility.muted || (own?.is_muted === 1 && policy !== Visibility.unmuted);
    /** True if the user's setting for the channel or, if unset, for all channels is on. False if muted. */
    const wants = (set: number | null | undefined, otherwise = false) => !isMuted && (set ?? Number(otherwise)) === 1;
    if (settings[names.offline]) {
      if (mentions.mentioned.has(user)) return "mention";
      const isWildcardMentioned = mentions.channelWildcard || mentions.topicWildcardUsers?.has(user) === true;
      if (isWildcardMentioned && isFollowed && settings.enable_followed_topic_wildcard_mentions_notify)
        return "everybody";
      if (isWildcardMentioned && wants(own?.wildcard_mentions_notify, settings.wildcard_mentions_notify))
        return "everybody";
    }
    if (isFollowed && settings[names.followed]) return "followed";
    return wants(own?.[names.channel], settings[names.channels]) ? "channel" : undefined;
  };
}

/**
 * Returns a lookup of the users' policies for a topic. For a single user, it queries only that user's policy, because a
 * topic can have many followers.
 */
function policiesFor(realm: Realm, channel: Parameters<typeof policiesIn>[1], topic: string, users: readonly UserId[]) {
  if (users.length === 1) return (user: UserId) => visibilityPolicy(realm, user, channel, topic);
  const policies = policiesIn(realm, channel, topic);
  return (user: UserId) => policies.get(user) ?? Visibility.none;
}

/** True if a user's presence, as visible to others, shows them as active in a client. */
export function isActive(realm: Realm, user: UserId): boolean {
  const active = presenceOf(realm, user)?.active ?? null;
  return active !== null && realm.seconds() - active < clientTimings.server_presence_offline_threshold_seconds;
}
