import { type GroupId, toGroupId, type UserId } from "../../../protocol/ids.ts";
import { clientTimings } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import { subscriptionsIn, wantPushesOf } from "../../channels/channels/channels.ts";
import { policiesIn, Visibility } from "../../channels/topic-preferences/topic-preferences.ts";
import { groupsOf, membersWithin } from "../../organization/groups/membership.ts";
import { inactiveUsers, settingsOfMany, wantPushesOfChannels } from "../../organization/users/users.ts";
import { presenceOf } from "../../people/presence/presence.ts";
import type { MentionNotice } from "../messages/send/mention-notice.ts";
import { deviceOwners } from "./owners.ts";

/** Why somebody is told of a message, the weightiest reason first (users-groups-org.md 10). */
const MESSAGE_REASONS = ["direct", "mention", "everybody", "followed", "channel"] as const;
type Reason = (typeof MESSAGE_REASONS)[number];
export const REASONS = [...MESSAGE_REASONS, "withdrawal"] as const;

/** That somebody's devices are to be told something, and in which forms they are still to be. */
export interface Alert {
  readonly user: UserId;
  readonly forms: number;
  readonly reason: (typeof REASONS)[number];
  /** The group by whose mention they are called. */
  readonly group: GroupId | null;
}

const WISHES = [
  "enable_offline_push_notifications",
  "enable_online_push_notifications",
  "enable_stream_push_notifications",
  "enable_followed_topic_push_notifications",
  "enable_followed_topic_wildcard_mentions_notify",
  "wildcard_mentions_notify",
] as const;

/**
 * Whose devices are told of a message. Only those who have some are asked; and of a channel's subscribers, unless the
 * message calls them all, only those who follow the topic, want all of the channel, or are named.
 */
export function alertsFor(realm: Realm, call: MentionNotice): Alert[] {
  if (realm.config.pushService === null) return [];
  const owners = deviceOwners(realm);
  if (owners.size === 0) return [];
  const users = candidates(realm, call, owners);
  if (users.length === 0) return [];
  const reasonFor = reasonsOf(realm, call, users);
  return users.flatMap((user): Alert[] => {
    const reason = reasonFor(user);
    const forms = owners.get(user) ?? 0;
    if (reason === undefined) return [];
    return [{ user, forms, reason, group: reason === "mention" ? groupCalling(realm, call, user) : null }];
  });
}

/** Who may have a reason to be told. */
function candidates(realm: Realm, call: MentionNotice, owners: ReadonlyMap<UserId, number>): UserId[] {
  const { receivers, mentioned, channelWildcard, topicWildcardUsers, muters } = call.recipients;
  const inactive = inactiveUsers(realm);
  const isCandidate = (user: UserId) =>
    owners.has(user) &&
    receivers.has(user) &&
    user !== call.sender &&
    !muters.has(user) &&
    !call.readers.has(user) &&
    !inactive.has(user);
  if (call.destination.kind === "direct" || channelWildcard) return [...smaller(owners, receivers)].filter(isCandidate);
  const { channel, topic: name } = call.destination;
  const followers = [...policiesIn(realm, channel.id, name)].flatMap(([user, policy]) =>
    policy === Visibility.followed ? [user] : [],
  );
  const wanting = [...wantPushesOf(realm, channel.id), ...wantPushesOfChannels(realm)];
  return [...new Set([...mentioned, ...(topicWildcardUsers ?? []), ...followers, ...wanting])].filter(isCandidate);
}

const smaller = (owners: ReadonlyMap<UserId, number>, receivers: ReadonlySet<UserId>): Iterable<UserId> =>
  owners.size < receivers.size ? owners.keys() : receivers;

type Called = Pick<MentionNotice["recipients"], "mentioned" | "channelWildcard" | "topicWildcardUsers">;
type Verdict = (user: UserId) => Reason | undefined;

/** Why each of some users is told. Of a changed text those alone are told whom the old one gave no reason. */
function reasonsOf(realm: Realm, call: MentionNotice, users: readonly UserId[]): Verdict {
  const wishesOf = settingsOfMany(realm, users, WISHES);
  const reasonFor = call.destination.kind === "direct" ? directly : inChannel(realm, call.destination, users);
  return (user) => {
    const wishes = wishesOf(user);
    if (!wishes.enable_online_push_notifications && isThere(realm, user)) return undefined;
    if (call.before !== null && reasonFor(user, call.before, wishes) !== undefined) return undefined;
    return reasonFor(user, call.recipients, wishes);
  };
}

type Wishes = ReturnType<ReturnType<typeof settingsOfMany<(typeof WISHES)[number]>>>;

const directly = (_user: UserId, _called: Called, wishes: Wishes): Reason | undefined =>
  wishes.enable_offline_push_notifications ? "direct" : undefined;

function inChannel(
  realm: Realm,
  { channel, topic }: Extract<MentionNotice["destination"], { kind: "channel" }>,
  users: readonly UserId[],
) {
  const policies = policiesIn(realm, channel.id, topic);
  const subscriptions = subscriptionsIn(realm, channel.id, users);
  return (user: UserId, called: Called, wishes: Wishes): Reason | undefined => {
    const policy = policies.get(user) ?? Visibility.none;
    const own = subscriptions.get(user);
    const isFollowed = policy === Visibility.followed;
    const isMuted = policy === Visibility.muted || (own?.is_muted === 1 && policy !== Visibility.unmuted);
    /** What the channel has a setting for, else all channels together. */
    const wants = (set: number | null | undefined, otherwise: boolean) => !isMuted && (set ?? Number(otherwise)) === 1;
    if (wishes.enable_offline_push_notifications) {
      if (called.mentioned.has(user)) return "mention";
      const isCalled = called.channelWildcard || called.topicWildcardUsers?.has(user) === true;
      if (isCalled && isFollowed && wishes.enable_followed_topic_wildcard_mentions_notify) return "everybody";
      if (isCalled && wants(own?.wildcard_mentions_notify, wishes.wildcard_mentions_notify)) return "everybody";
    }
    if (isFollowed && wishes.enable_followed_topic_push_notifications) return "followed";
    return wants(own?.push_notifications, wishes.enable_stream_push_notifications) ? "channel" : undefined;
  };
}

/** Whether somebody sits before a client, as far as they let it be known. */
function isThere(realm: Realm, user: UserId): boolean {
  const active = presenceOf(realm, user)?.active ?? null;
  return active !== null && realm.seconds() - active < clientTimings.server_presence_offline_threshold_seconds;
}

/** Of the groups that a message names, the smallest that somebody is in; null where they are named themselves. */
function groupCalling(realm: Realm, { mentions }: MentionNotice, user: UserId): GroupId | null {
  if (mentions.users.includes(user)) return null;
  const groups = groupsOf(realm, user);
  const calling = mentions.groups.map(toGroupId).filter((group) => groups.has(group));
  const sized = calling.map((group) => ({ group, size: calling.length > 1 ? membersWithin(realm, group).size : 0 }));
  return sized.sort((a, b) => a.size - b.size)[0]?.group ?? null;
}
