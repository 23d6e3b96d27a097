import type { RealmPermissionName } from "../../protocol/permission-settings.ts";
import type { SystemGroupName } from "../../protocol/roles.ts";
import type { Row } from "./row.ts";

type Policy = Readonly<Record<number, SystemGroupName>>;

const usual: Policy = {
  1: "role:members",
  2: "role:administrators",
  3: "role:fullmembers",
  4: "role:moderators",
  5: "role:everyone",
  6: "role:nobody",
  7: "role:owners",
};
const wildcardMentions: Policy = {
  1: "role:everyone",
  2: "role:members",
  3: "role:fullmembers",
  4: "role:administrators",
  5: "role:administrators",
  6: "role:nobody",
  7: "role:moderators",
};
/**
 * Policies for users below moderator only covered the groups they belonged to. The permission covers all groups, so
 * moderators get it instead.
 */
const manageGroups: Policy = {
  1: "role:moderators",
  2: "role:administrators",
  3: "role:moderators",
  4: "role:moderators",
  7: "role:owners",
};
const genericBots: Policy = { 1: "role:members", 2: "role:administrators", 3: "role:administrators" };
const writeOnlyBots: Policy = { 1: "role:members", 2: "role:members", 3: "role:administrators" };
const directMessages: Policy = { 1: "role:everyone", 2: "role:nobody" };
const posting: Policy = { 1: "role:everyone", 2: "role:administrators", 3: "role:fullmembers", 4: "role:moderators" };

/** Policy columns of older versions, with the permissions that replaced them. */
const policies: readonly (readonly [column: string, permission: RealmPermissionName, policy: Policy])[] = [
  ["create_public_stream_policy", "can_create_public_channel_group", usual],
  ["create_private_stream_policy", "can_create_private_channel_group", usual],
  ["create_web_public_stream_policy", "can_create_web_public_channel_group", usual],
  ["invite_to_stream_policy", "can_add_subscribers_group", usual],
  ["invite_to_realm_policy", "can_invite_users_group", usual],
  ["user_group_edit_policy", "can_create_groups", usual],
  ["user_group_edit_policy", "can_manage_all_groups", manageGroups],
  ["private_message_policy", "direct_message_permission_group", directMessages],
  ["move_messages_between_streams_policy", "can_move_messages_between_channels_group", usual],
  ["edit_topic_policy", "can_move_messages_between_topics_group", usual],
  ["add_custom_emoji_policy", "can_add_custom_emoji_group", usual],
  ["wildcard_mention_policy", "can_mention_many_users_group", wildcardMentions],
  ["delete_own_message_policy", "can_delete_own_message_group", usual],
  ["bot_creation_policy", "can_create_bots_group", genericBots],
  ["bot_creation_policy", "can_create_write_only_bots_group", writeOnlyBots],
];

export const policyNames: readonly string[] = policies.map(([column]) => column);

/**
 * Returns the group that has a permission according to an older version's policy, or undefined if the export has the
 * permission itself.
 */
export function groupByPolicy(realm: Row, permission: RealmPermissionName): SystemGroupName | undefined {
  const [column, , policy] = policies.find(([, name]) => name === permission) ?? [];
  const value = column === undefined ? undefined : realm.integer(column);
  return value === undefined ? undefined : policy?.[value];
}

/** Returns who can post in a channel, according to the older `stream_post_policy`. */
export const postersByPolicy = (channel: Row): SystemGroupName | undefined =>
  posting[channel.integer("stream_post_policy") ?? 0];
