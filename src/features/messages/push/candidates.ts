import { type GroupId, toGroupId, type UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { groupsOf, membersWithin } from "../../organization/groups/membership.ts";
import { inactiveUsers, settingOf } from "../../organization/users/users.ts";
import type { MentionNotice } from "../messages/send/mention-notice.ts";
import { deviceOwners } from "./owners.ts";
import { isActive, MESSAGE_REASONS, possibleUsers, reasonsOf } from "./reasons.ts";

/**
 * The reasons for a push, as the queue stores them: to notify of a message, to say in a browser that a call that has rung there
 * was missed, or to remove notifications ("withdrawal").
 */
export const PUSH_REASONS = [...MESSAGE_REASONS, "missed_call", "withdrawal"] as const;

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

/**
 * The users to be notified of a message. To be fast in large channels, it looks only at users with devices; and unless
 * the message has a channel wildcard mention, only at those who are mentioned, follow the topic, or want pushes of the
 * whole channel.
 */
export function candidatesFor(realm: Realm, message: MentionNotice): Candidate[] {
  const owners = deviceOwners(realm);
  if (owners.size === 0) return [];
  const users = possibleOwners(realm, message, owners);
  if (users.length === 0) return [];
  const reasonFor = reasonsOf(realm, message, users, "push");
  return users.flatMap((user): Candidate[] => {
    const reason = reasonFor(user);
    const kinds = owners.get(user) ?? 0;
    if (reason === undefined || isThere(realm, user)) return [];
    return [{ user, kinds, reason, group: reason === "mention" ? mentionedGroup(realm, message, user) : null }];
  });
}

/** The owners of devices for whom there may be a reason. */
function possibleOwners(realm: Realm, message: MentionNotice, owners: ReadonlyMap<UserId, number>): UserId[] {
  const { receivers, muters } = message.recipients;
  const inactive = inactiveUsers(realm);
  const possible = possibleUsers(realm, message, "push") ?? smaller(owners, receivers);
  return [...possible].filter(
    (user) =>
      owners.has(user) &&
      receivers.has(user) &&
      user !== message.sender &&
      !muters.has(user) &&
      !message.readers.has(user) &&
      !inactive.has(user),
  );
}

const smaller = (owners: ReadonlyMap<UserId, number>, receivers: ReadonlySet<UserId>): Iterable<UserId> =>
  owners.size < receivers.size ? owners.keys() : receivers;

/** Whether a user is active at a client, and does not want pushes then. */
const isThere = (realm: Realm, user: UserId) =>
  isActive(realm, user) && !settingOf(realm, user, "enable_online_push_notifications");

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
