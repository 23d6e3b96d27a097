import type { GroupSettingValue } from "./group-setting-value.ts";
import { type SystemGroupIds, type SystemGroupName, systemGroupNames } from "./roles.ts";

interface Policy {
  readonly group: SystemGroupName;
  readonly value: number;
}

// Each list is ordered from the narrowest group to the widest. To older clients, a number means that at most these
// users have the permission.
const CREATE_CHANNEL: readonly Policy[] = [
  { group: "role:administrators", value: 2 },
  { group: "role:moderators", value: 4 },
  { group: "role:fullmembers", value: 3 },
  { group: "role:members", value: 1 },
];
const CREATE_WEB_PUBLIC_CHANNEL: readonly Policy[] = [
  { group: "role:nobody", value: 6 },
  { group: "role:owners", value: 7 },
  { group: "role:administrators", value: 2 },
  { group: "role:moderators", value: 4 },
];
const WILDCARD_MENTION: readonly Policy[] = [
  { group: "role:nobody", value: 6 },
  { group: "role:administrators", value: 5 },
  { group: "role:moderators", value: 7 },
  { group: "role:fullmembers", value: 3 },
  { group: "role:members", value: 2 },
  { group: "role:everyone", value: 1 },
];
const POST_TO_CHANNEL: readonly Policy[] = [
  { group: "role:administrators", value: 2 },
  { group: "role:moderators", value: 4 },
  { group: "role:fullmembers", value: 3 },
];

export const createChannelPolicy = (permission: GroupSettingValue, groupIds: SystemGroupIds) =>
  narrowestCovering(CREATE_CHANNEL, permission, groupIds) ?? 1;

export const createWebPublicChannelPolicy = (permission: GroupSettingValue, groupIds: SystemGroupIds) =>
  narrowestCovering(CREATE_WEB_PUBLIC_CHANNEL, permission, groupIds) ?? 4;

export const wildcardMentionPolicy = (permission: GroupSettingValue, groupIds: SystemGroupIds) =>
  narrowestCovering(WILDCARD_MENTION, permission, groupIds) ?? 1;

/**
 * Returns the `stream_post_policy` of a permission. If it isn't exactly one of these groups, returns the number for
 * "everyone" (channels-topics.md 3).
 */
export const postPolicy = (permission: GroupSettingValue, groupIds: SystemGroupIds) =>
  POST_TO_CHANNEL.find(({ group }) => groupIds[group] === permission)?.value ?? 1;

function narrowestCovering(
  policies: readonly Policy[],
  permission: GroupSettingValue,
  groupIds: SystemGroupIds,
): number | undefined {
  const needed = widthOf(permission, groupIds);
  return policies.find(({ group }) => width(group) >= needed)?.value;
}

/**
 * Returns the width of the widest system group in a value. Users and other groups count as wider than all system
 * groups.
 */
function widthOf(permission: GroupSettingValue, groupIds: SystemGroupIds): number {
  if (typeof permission !== "number") {
    if (permission.direct_members.length > 0) return Number.POSITIVE_INFINITY;
    return Math.max(0, ...permission.direct_subgroups.map((id) => widthOf(id, groupIds)));
  }
  const name = systemGroupNames.find((candidate) => groupIds[candidate] === permission);
  return name === undefined ? Number.POSITIVE_INFINITY : width(name);
}

const width = (name: SystemGroupName) => systemGroupNames.length - systemGroupNames.indexOf(name);
