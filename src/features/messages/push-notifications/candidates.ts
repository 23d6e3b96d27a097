import { type GroupId, toGroupId, type UserId } from "../../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { inactiveUsers, settingOf } from "../../organization/accounts/accounts.ts";
import { groupsOf, membersWithin } from "../../organization/user-groups/membership.ts";
import type { MentionNotice } from "../core/send/destination.ts";
import { isActive, MESSAGE_REASONS, possibleUsers, reasonsOf } from "./reasons.ts";
import { allOwners } from "./rows.ts";

/**
 * Bits for kinds of devices: mobile devices that receive encrypted pushes, those that receive plain ones, and browsers.
 */
export const PushKind = Object.freeze({ encrypted: 1, plain: 2, web: 4 } as const);

const ownersKey = cacheKey<ReadonlyMap<UserId, number>>("owners of push devices");
const browserOwnersKey = cacheKey<ReadonlyMap<UserId, number>>("owners of browsers with pushes");

/**
 * Returns the users who have devices, with their `PushKind` bits. Cached, because it is needed for every new message.
 * Without a push service for mobile devices, only browsers count, because browsers have their own services.
 */
export function deviceOwners(realm: Realm): ReadonlyMap<UserId, number> {
  const isMobileToo = realm.config.pushService !== null;
  return realm.cached(isMobileToo ? ownersKey : browserOwnersKey, () => {
    const owners = new Map<UserId, number>();
    for (const { user_id, kind } of allOwners.all(realm.sql, { ...PushKind })) {
      if (isMobileToo || kind === PushKind.web) owners.set(user_id, (owners.get(user_id) ?? 0) | kind);
    }
    return owners;
  });
}

/** Clears the cache of `deviceOwners`. Call it whenever devices or tokens have changed. */
export function forgetOwners(realm: Realm): void {
  realm.forget(ownersKey);
  realm.forget(browserOwnersKey);
}

/**
 * Reasons for a push, as stored in the queue: a message, a missed call to show in browsers where it rang, or
 * notifications to remove ("withdrawal").
 */
export const PUSH_REASONS = [...MESSAGE_REASONS, "missed_call", "withdrawal"] as const;

/** A user whose devices get a push if its reason still applies when it is sent. */
export interface Candidate {
  readonly user: UserId;
  /** Bits of `PushKind`: the user's devices that still have to get the push. */
  readonly kinds: number;
  readonly reason: (typeof PUSH_REASONS)[number];
  /** Mentioned group that contains the user. Null if the message mentions them by name, or not at all. */
  readonly group: GroupId | null;
  /** Browsers that still have to get the push; all of the user's if undefined. */
  readonly browsers?: readonly number[] | undefined;
}

/**
 * Returns the users to notify about a message. To be fast in large channels, it looks only at users with devices.
 * Unless the message has a channel wildcard mention, it looks only at those who are mentioned, follow the topic, or
 * want pushes for the whole channel.
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
    if (reason === undefined || suppressesPush(realm, user)) return [];
    return [{ user, kinds, reason, group: reason === "mention" ? mentionedGroup(realm, message, user) : null }];
  });
}

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

/** True if a user is active in a client and doesn't want pushes during that time. */
const suppressesPush = (realm: Realm, user: UserId) =>
  isActive(realm, user) && !settingOf(realm, user, "enable_online_push_notifications");

/** Returns the smallest mentioned group that contains the user, or null if the message mentions the user by name. */
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
