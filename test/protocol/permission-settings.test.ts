import { describe, expect, it } from "vitest";
import {
  allowsSystemGroup,
  channelPermissions,
  defaultPermission,
  defaultPermissions,
  groupPermissions,
  realmPermissionNames,
  realmPermissions,
  supportedPermissions,
} from "../../src/protocol/permission-settings.ts";
import { type SystemGroupName, systemGroupNames } from "../../src/protocol/roles.ts";

const groupIds = {
  "role:internet": 1,
  "role:everyone": 2,
  "role:members": 3,
  "role:fullmembers": 4,
  "role:moderators": 5,
  "role:administrators": 6,
  "role:owners": 7,
  "role:nobody": 8,
};

/** The organization permissions that Zulip's web client knows at level 500. */
const OF_ZULIP: readonly string[] = [
  "can_access_all_users_group",
  "can_add_custom_emoji_group",
  "can_add_subscribers_group",
  "can_create_bots_group",
  "can_create_groups",
  "can_create_private_channel_group",
  "can_create_public_channel_group",
  "can_create_web_public_channel_group",
  "can_create_write_only_bots_group",
  "can_delete_any_message_group",
  "can_delete_own_message_group",
  "can_invite_users_group",
  "can_manage_all_groups",
  "can_manage_billing_group",
  "can_mention_many_users_group",
  "can_move_messages_between_channels_group",
  "can_move_messages_between_topics_group",
  "can_resolve_topics_group",
  "can_set_delete_message_policy_group",
  "can_set_topics_policy_group",
  "can_summarize_topics_group",
  "create_multiuse_invite_group",
  "direct_message_initiator_group",
  "direct_message_permission_group",
  "workplace_users_group",
];

describe("permission settings", () => {
  it("are listed in the API's format", () => {
    const { realm, stream, group } = supportedPermissions.server_supported_permission_settings;
    expect([stream, group].map((table) => Object.keys(table).length)).toEqual([11, 6]);
    expect(realm.can_access_all_users_group).toEqual({
      require_system_group: true,
      allow_internet_group: false,
      allow_nobody_group: false,
      allow_everyone_group: true,
      default_group_name: "role:everyone",
      default_for_system_groups: null,
      allowed_system_groups: ["role:everyone", "role:members"],
    });
    expect(stream.can_administer_channel_group.default_group_name).toBe("channel_creator");
    expect(group.can_manage_group.default_group_name).toBe("group_creator");
    expect(Object.values(group).map((rule) => rule.default_for_system_groups)).toEqual(Array(6).fill("role:nobody"));
  });

  it("are sent to every client only if Zulip defines them, because its web client fails on unknown ones", () => {
    const { server_supported_permission_settings, svc_supported_permission_settings } = supportedPermissions;
    expect(Object.keys(server_supported_permission_settings.realm).sort()).toEqual(OF_ZULIP);
    expect(Object.keys(server_supported_permission_settings.stream)).not.toContain("can_change_board_group");
    expect(Object.keys(svc_supported_permission_settings.stream)).toEqual(["can_change_board_group"]);
    const own = realmPermissionNames.filter((name) => !OF_ZULIP.includes(name));
    expect(Object.keys(svc_supported_permission_settings.realm)).toEqual(own);
  });

  it("let only owners change invitations, groups, billing, holds and the audit log", () => {
    expect(realmPermissionNames.filter((name) => realmPermissions[name].mayChange === "owner")).toEqual([
      "can_create_outside_links_group",
      "can_invite_users_group",
      "can_manage_all_groups",
      "can_manage_billing_group",
      "can_manage_holds_group",
      "can_read_audit_log_group",
      "create_multiuse_invite_group",
      "workplace_users_group",
    ]);
  });

  it.each<[string, { rule: Parameters<typeof allowsSystemGroup>[0] }, SystemGroupName[]]>([
    ["can_create_groups", realmPermissions.can_create_groups, ["role:internet", "role:everyone"]],
    [
      "can_manage_all_groups",
      realmPermissions.can_manage_all_groups,
      ["role:internet", "role:everyone", "role:nobody"],
    ],
    ["can_delete_own_message_group", realmPermissions.can_delete_own_message_group, ["role:internet"]],
    [
      "can_create_web_public_channel_group",
      realmPermissions.can_create_web_public_channel_group,
      ["role:internet", "role:everyone", "role:members", "role:fullmembers"],
    ],
    ["can_send_message_group", channelPermissions.can_send_message_group, ["role:internet"]],
    ["can_subscribe_group", channelPermissions.can_subscribe_group, ["role:internet", "role:everyone"]],
    ["[2.6] can_manage_group", groupPermissions.can_manage_group, ["role:internet", "role:everyone"]],
    ["[2.6] can_mention_group", groupPermissions.can_mention_group, ["role:internet", "role:owners"]],
  ])("%s rejects the system groups it can't be set to", (_name, { rule }, refused) => {
    expect(systemGroupNames.filter((name) => !allowsSystemGroup(rule, name))).toEqual(refused);
  });

  it.each([
    [realmPermissions.can_manage_billing_group, 10, 6],
    [channelPermissions.can_administer_channel_group, 10, { direct_members: [10], direct_subgroups: [] }],
    [channelPermissions.can_administer_channel_group, null, 8],
    [groupPermissions.can_add_members_group, 10, { direct_members: [10], direct_subgroups: [] }],
    [groupPermissions.can_leave_group, 10, 2],
  ])("get the default of their rule (%#)", ({ rule }, creator, value) => {
    expect(defaultPermission(rule, { groupIds, creator })).toEqual(value);
  });

  it("get the defaults of a whole table at once", () => {
    expect(defaultPermissions(groupPermissions, { groupIds, creator: 10 })).toEqual({
      can_add_members_group: { direct_members: [10], direct_subgroups: [] },
      can_join_group: 8,
      can_leave_group: 2,
      can_manage_group: { direct_members: [10], direct_subgroups: [] },
      can_mention_group: 2,
      can_remove_members_group: 8,
    });
  });

  it("have a default that is an allowed value", () => {
    for (const [name, { rule }] of Object.entries({
      ...realmPermissions,
      ...channelPermissions,
      ...groupPermissions,
    })) {
      const group = systemGroupNames.find((candidate) => candidate === rule.default_group_name);
      expect(group === undefined || allowsSystemGroup(rule, group), name).toBe(true);
    }
  });
});
