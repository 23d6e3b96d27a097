import { mapValues, omit, pick } from "../util/records.ts";
import type { GroupSettingValue } from "./group-setting-value.ts";
import { type SystemGroupIds, type SystemGroupName, systemGroupNames } from "./roles.ts";
import { column, entryNames } from "./setting-table.ts";

export interface PermissionRule {
  readonly require_system_group: boolean;
  readonly allow_internet_group: boolean;
  readonly allow_nobody_group: boolean;
  /** If false, guests never have the permission, regardless of their groups. */
  readonly allow_everyone_group: boolean;
  readonly default_group_name: DefaultGroupName;
  readonly default_for_system_groups: SystemGroupName | null;
  /** System groups that the permission can be set to. If empty, all that the flags above allow. */
  readonly allowed_system_groups: readonly SystemGroupName[];
}

/** A system group's name, or a placeholder for the creator of the channel or group. */
type DefaultGroupName = SystemGroupName | "channel_creator" | "group_creator";

const rule = (default_group_name: DefaultGroupName, but: Partial<PermissionRule> = {}): PermissionRule =>
  Object.freeze({
    require_system_group: false,
    allow_internet_group: false,
    allow_nobody_group: true,
    allow_everyone_group: false,
    default_group_name,
    default_for_system_groups: null,
    allowed_system_groups: [],
    ...but,
  });

const guestsToo = { allow_everyone_group: true } as const;
const neverNobody = { allow_nobody_group: false } as const;

const administrators = (of: PermissionRule) => ({ rule: of, mayChange: "administrator" }) as const;
const owners = (of: PermissionRule) => ({ rule: of, mayChange: "owner" }) as const;

/** Permissions of the organization, changed through PATCH /realm (users-groups-org.md 2). */
export const realmPermissions = Object.freeze({
  can_access_all_users_group: administrators(
    rule("role:everyone", {
      ...guestsToo,
      ...neverNobody,
      require_system_group: true,
      allowed_system_groups: ["role:everyone", "role:members"],
    }),
  ),
  can_add_custom_emoji_group: administrators(rule("role:members")),
  can_add_subscribers_group: administrators(rule("role:members")),
  can_change_board_group: administrators(rule("role:everyone", guestsToo)),
  can_create_bots_group: administrators(rule("role:members")),
  can_create_groups: administrators(rule("role:members")),
  can_create_outside_links_group: owners(rule("role:administrators")),
  can_create_private_channel_group: administrators(rule("role:members")),
  can_create_public_channel_group: administrators(rule("role:members")),
  can_create_web_public_channel_group: administrators(
    rule("role:owners", {
      require_system_group: true,
      allowed_system_groups: ["role:moderators", "role:administrators", "role:owners", "role:nobody"],
    }),
  ),
  can_create_write_only_bots_group: administrators(rule("role:members")),
  can_delete_any_message_group: administrators(rule("role:administrators")),
  can_delete_own_message_group: administrators(rule("role:everyone", guestsToo)),
  can_invite_users_group: owners(rule("role:members")),
  can_manage_all_groups: owners(rule("role:owners", neverNobody)),
  can_manage_billing_group: owners(rule("role:administrators", neverNobody)),
  can_manage_holds_group: owners(rule("role:nobody")),
  can_moderate_calls_group: administrators(rule("role:moderators")),
  can_mention_many_users_group: administrators(rule("role:administrators", guestsToo)),
  can_move_messages_between_channels_group: administrators(rule("role:members")),
  can_move_messages_between_topics_group: administrators(rule("role:everyone", guestsToo)),
  can_read_audit_log_group: owners(rule("role:owners", neverNobody)),
  can_resolve_topics_group: administrators(rule("role:everyone", guestsToo)),
  can_set_delete_message_policy_group: administrators(rule("role:moderators")),
  can_set_topics_policy_group: administrators(rule("role:members", guestsToo)),
  can_start_calls_group: administrators(rule("role:members")),
  can_summarize_topics_group: administrators(rule("role:everyone", guestsToo)),
  can_use_assistants_group: administrators(rule("role:members", guestsToo)),
  can_write_with_assistants_group: administrators(rule("role:members", guestsToo)),
  create_multiuse_invite_group: owners(rule("role:administrators")),
  direct_message_initiator_group: administrators(rule("role:everyone", guestsToo)),
  direct_message_permission_group: administrators(rule("role:everyone", guestsToo)),
  // The users that a paid plan would bill. The setting has no effect, because this server has no plans.
  workplace_users_group: owners(rule("role:everyone", guestsToo)),
});

const channelAdministrators = (of: PermissionRule) => ({ rule: of, mayChange: "channel administrator" }) as const;
/** Permissions that give access to a channel's content. Only users with access can grant them. */
const contentReaders = (of: PermissionRule) => ({ rule: of, mayChange: "channel administrator with content" }) as const;
/**
 * Permissions that can only be changed by users who also have the organization's can_set_delete_message_policy_group.
 */
const deletePolicySetters = (of: PermissionRule) => ({ rule: of, mayChange: "delete policy setter" }) as const;

/** Permissions of one channel (channels-topics.md 3). */
export const channelPermissions = Object.freeze({
  can_add_subscribers_group: contentReaders(rule("role:nobody")),
  can_administer_channel_group: channelAdministrators(rule("channel_creator")),
  can_change_board_group: channelAdministrators(rule("role:nobody", guestsToo)),
  can_create_topic_group: channelAdministrators(rule("role:everyone", guestsToo)),
  can_delete_any_message_group: deletePolicySetters(rule("role:nobody", guestsToo)),
  can_delete_own_message_group: deletePolicySetters(rule("role:nobody", guestsToo)),
  can_move_messages_out_of_channel_group: channelAdministrators(rule("role:nobody", guestsToo)),
  can_move_messages_within_channel_group: channelAdministrators(rule("role:nobody", guestsToo)),
  can_remove_subscribers_group: channelAdministrators(rule("role:administrators", guestsToo)),
  can_resolve_topics_group: channelAdministrators(rule("role:nobody", guestsToo)),
  can_send_message_group: channelAdministrators(rule("role:everyone", guestsToo)),
  can_subscribe_group: contentReaders(rule("role:nobody")),
});

const ofGroup = (default_group_name: DefaultGroupName, but: Partial<PermissionRule> = {}) =>
  ({ rule: rule(default_group_name, { default_for_system_groups: "role:nobody", ...but }) }) as const;

/** Permissions of one user group, changed by its managers (users-groups-org.md 2, seed 2.6). */
export const groupPermissions = Object.freeze({
  can_add_members_group: ofGroup("group_creator"),
  can_join_group: ofGroup("role:nobody"),
  can_leave_group: ofGroup("role:everyone", guestsToo),
  can_manage_group: ofGroup("group_creator"),
  can_mention_group: ofGroup("role:everyone", {
    ...guestsToo,
    // Seed 2.6 forbids role:owners. There is no flag for that, so all other groups are listed.
    allowed_system_groups: systemGroupNames.filter((name) => name !== "role:internet" && name !== "role:owners"),
  }),
  can_remove_members_group: ofGroup("role:nobody"),
});

export type RealmPermissionName = keyof typeof realmPermissions;
export type ChannelPermissionName = keyof typeof channelPermissions;
export type GroupPermissionName = keyof typeof groupPermissions;
export type RealmPermissions = Readonly<Record<RealmPermissionName, GroupSettingValue>>;
export type ChannelPermissions = Readonly<Record<ChannelPermissionName, GroupSettingValue>>;
export type GroupPermissions = Readonly<Record<GroupPermissionName, GroupSettingValue>>;

export const realmPermissionNames = entryNames(realmPermissions);
export const channelPermissionNames = entryNames(channelPermissions);
export const groupPermissionNames = entryNames(groupPermissions);

/** This server's own permissions. Zulip's clients don't start if they receive an unknown permission. */
const OWN = [
  "can_change_board_group",
  "can_create_outside_links_group",
  "can_manage_holds_group",
  "can_moderate_calls_group",
  "can_read_audit_log_group",
  "can_start_calls_group",
  "can_use_assistants_group",
  "can_write_with_assistants_group",
] as const;
const OWN_OF_CHANNELS = ["can_change_board_group"] as const;

const rules = column(realmPermissions, "rule");
const channelRules = column(channelPermissions, "rule");

/** The rules for permission values in /register, under the names that clients expect. */
export const supportedPermissions = Object.freeze({
  server_supported_permission_settings: {
    realm: omit(rules, OWN),
    stream: omit(channelRules, OWN_OF_CHANNELS),
    group: column(groupPermissions, "rule"),
  },
  svc_supported_permission_settings: { realm: pick(rules, OWN), stream: pick(channelRules, OWN_OF_CHANNELS) },
});

export function allowsSystemGroup(rule: PermissionRule, name: SystemGroupName): boolean {
  if (name === "role:internet" && !rule.allow_internet_group) return false;
  if (name === "role:everyone" && !rule.allow_everyone_group) return false;
  if (name === "role:nobody" && !rule.allow_nobody_group) return false;
  return rule.allowed_system_groups.length === 0 || rule.allowed_system_groups.includes(name);
}

interface Birth {
  readonly groupIds: SystemGroupIds;
  /** The user who creates the channel or group. If null, no one gets the creator's permissions. */
  readonly creator: number | null;
}

export function defaultPermission(rule: PermissionRule, { groupIds, creator }: Birth): GroupSettingValue {
  const name = rule.default_group_name;
  if (name !== "group_creator" && name !== "channel_creator") return groupIds[name];
  return creator === null ? groupIds["role:nobody"] : { direct_members: [creator], direct_subgroups: [] };
}

/** Returns the narrowest group allowed for a permission, to replace an unreadable value. */
export const narrowestPermission = (rule: PermissionRule, groupIds: SystemGroupIds): GroupSettingValue =>
  groupIds[systemGroupNames.findLast((name) => allowsSystemGroup(rule, name)) ?? "role:owners"];

export function defaultPermissions<Table extends Readonly<Record<string, { readonly rule: PermissionRule }>>>(
  table: Table,
  birth: Birth,
): { readonly [Name in keyof Table]: GroupSettingValue } {
  return mapValues(table, ({ rule }) => defaultPermission(rule, birth));
}
