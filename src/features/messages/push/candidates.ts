import { type GroupId, toGroupId, type UserId } from "../../../protocol/ids.ts";
import { clientTimings } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import { subscriptionsIn, usersWantingPushesOf } from "../../channels/channels/public.ts";
import { policiesIn, Visibility } from "../../channels/topic-preferences/public.ts";
import { groupsOf, membersWithin } from "../../organization/groups/public.ts";
import { inactiveUsers, settingsOfMany, usersWantingChannelPushes } from "../../organization/users/public.ts";
import { presenceOf } from "../../people/presence/public.ts";
import type { MentionNotice } from "../messages/public.ts";
import { deviceOwners } from "./owners.ts";

/** The reasons to notify a user of a message, the strongest first (users-groups-org.md 10). */
const MESSAGE_REASONS = ["direct", "mention", "everybody", "followed", "channel"] as const;
type Reason = (typeof MESSAGE_REASONS)[number];
/** The reasons for a push, as the queue stores them: to notify of a message, or to remove notifications ("withdrawal"). */
export const PUSH_REASONS = [...MESSAGE_REASONS, "withdrawal"] as const;

/** A user to whose devices a push is to be sent, unless the reason for it is gone by then. */
export interface Candidate {
  readonly user: UserId;
  /** Bits of `PushKind`: which of the user's devices are still to get it. */
  readonly kinds: number;
  readonly reason: (typeof PUSH_REASONS)[number];
  /** The group by which the message mentions the user; null where it mentions them by name or not at all. */
  readonly group: GroupId | null;
  /** The browsers that are still to get it, where some have got it; otherwise all of the user's. */
  readonly browsers?: readonly number[] | undefined;
}

const PUSH_SETTINGS = [
  "enable_offline_push_notifications",
  "enable_online_push_notifications",
  "enable_stream_push_notifications",
  "enable_followed_topic_push_notifications",
  "enable_followed_topic_wildcard_mentions_notify",
  "wildcard_mentions_notify",
] as const;

/**
 * The users to be notified of a message. To be fast in large channels, it looks only at users with devices; and unless
 * the message has a channel wildcard mention, only at those who are mentioned, follow the topic, or want pushes of the
 * whole channel.
 */
export function candidatesFor(realm: Realm, message: MentionNotice): Candidate[] {
  const owners = deviceOwners(realm);
  if (owners.size === 0) return [];
  const users = possibleUsers(realm, message, owners);
  if (users.length === 0) return [];
  const reasonFor = reasonsOf(realm, message, users);
  return users.flatMap((user): Candidate[] => {
    const reason = reasonFor(user);
    const kinds = owners.get(user) ?? 0;
    if (reason === undefined) return [];
    return [{ user, kinds, reason, group: reason === "mention" ? mentionedGroup(realm, message, user) : null }];
  });
}

/** The users for whom there may be a reason. */
function possibleUsers(realm: Realm, message: MentionNotice, owners: ReadonlyMap<UserId, number>): UserId[] {
  const { receivers, mentioned, channelWildcard, topicWildcardUsers, muters } = message.recipients;
  const inactive = inactiveUsers(realm);
  const isPossible = (user: UserId) =>
    owners.has(user) &&
    receivers.has(user) &&
    user !== message.sender &&
    !muters.has(user) &&
    !message.readers.has(user) &&
    !inactive.has(user);
  if (message.destination.kind === "direct" || channelWildcard)
    return [...smaller(owners, receivers)].filter(isPossible);
  const { channel, topic: name } = message.destination;
  const followers = [...policiesIn(realm, channel.id, name)].flatMap(([user, policy]) =>
    policy === Visibility.followed ? [user] : [],
  );
  const wanting = [...usersWantingPushesOf(realm, channel.id), ...usersWantingChannelPushes(realm)];
  return [...new Set([...mentioned, ...(topicWildcardUsers ?? []), ...followers, ...wanting])].filter(isPossible);
}

const smaller = (owners: ReadonlyMap<UserId, number>, receivers: ReadonlySet<UserId>): Iterable<UserId> =>
  owners.size < receivers.size ? owners.keys() : receivers;

type MessageMentions = Pick<MentionNotice["recipients"], "mentioned" | "channelWildcard" | "topicWildcardUsers">;
type ReasonFor = (user: UserId) => Reason | undefined;

/** The reason for each of some users. An edited message notifies only users for whom the old text was no reason. */
function reasonsOf(realm: Realm, message: MentionNotice, users: readonly UserId[]): ReasonFor {
  const settingsFor = settingsOfMany(realm, users, PUSH_SETTINGS);
  const reasonFor = message.destination.kind === "direct" ? directly : inChannel(realm, message.destination, users);
  return (user) => {
    const settings = settingsFor(user);
    if (!settings.enable_online_push_notifications && isActive(realm, user)) return undefined;
    if (message.before !== null && reasonFor(user, message.before, settings) !== undefined) return undefined;
    return reasonFor(user, message.recipients, settings);
  };
}

type PushSettings = ReturnType<ReturnType<typeof settingsOfMany<(typeof PUSH_SETTINGS)[number]>>>;

const directly = (_user: UserId, _mentions: MessageMentions, settings: PushSettings): Reason | undefined =>
  settings.enable_offline_push_notifications ? "direct" : undefined;

function inChannel(
  realm: Realm,
  { channel, topic }: Extract<MentionNotice["destination"], { kind: "channel" }>,
  users: readonly UserId[],
) {
  const policies = policiesIn(realm, channel.id, topic);
  const subscriptions = subscriptionsIn(realm, channel.id, users);
  return (user: UserId, mentions: MessageMentions, settings: PushSettings): Reason | undefined => {
    const policy = policies.get(user) ?? Visibility.none;
    const own = subscriptions.get(user);
    const isFollowed = policy === Visibility.followed;
    const isMuted = policy === Visibility.muted || (own?.is_muted === 1 && policy !== Visibility.unmuted);
    /** The user's setting for the channel, or their setting for all channels where they have none. */
    const wants = (set: number | null | undefined, otherwise: boolean) => !isMuted && (set ?? Number(otherwise)) === 1;
    if (settings.enable_offline_push_notifications) {
      if (mentions.mentioned.has(user)) return "mention";
      const isWildcardMentioned = mentions.channelWildcard || mentions.topicWildcardUsers?.has(user) === true;
      if (isWildcardMentioned && isFollowed && settings.enable_followed_topic_wildcard_mentions_notify)
        return "everybody";
      if (isWildcardMentioned && wants(own?.wildcard_mentions_notify, settings.wildcard_mentions_notify))
        return "everybody";
    }
    if (isFollowed && settings.enable_followed_topic_push_notifications) return "followed";
    return wants(own?.push_notifications, settings.enable_stream_push_notifications) ? "channel" : undefined;
  };
}

/** Whether a user's presence, unless they hide it, says that they are active at a client. */
function isActive(realm: Realm, user: UserId): boolean {
  const active = presenceOf(realm, user)?.active ?? null;
  return active !== null && realm.seconds() - active < clientTimings.server_presence_offline_threshold_seconds;
}

/** The smallest of the mentioned groups that a user is in; null where the message mentions the user by name. */
function mentionedGroup(realm: Realm, { mentions }: MentionNotice, user: UserId): GroupId | null {
  if (mentions.users.includes(user)) return null;
  const groups = groupsOf(realm, user);
  const mentioned = mentions.groups.map(toGroupId).filter((group) => groups.has(group));
  const sized = mentioned.map((group) => ({
    group,
    size: mentioned.length > 1 ? membersWithin(realm, group).size : 0,
  }));
  return sized.sort((a, b) => a.size - b.size)[0]?.group ?? null;
}
