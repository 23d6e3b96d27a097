import { supportedPermissions } from "../../../src/protocol/permission-settings.ts";
import type { ChannelMessage, DirectMessage } from "../../../src/web/model/message.ts";
import type { Channel, Group, State, Subscription, User } from "../../../src/web/model/state.ts";
import { emptyState } from "../../support/client-state.ts";

export const IRIS = 3;
export const OMAR = 4;
export const MONA = 5;
export const NOAH = 6;
export const MIA = 7;
export const GUS = 8;

export const user = (user_id: number, full_name: string, more: Partial<User> = {}): User => ({
  user_id,
  full_name,
  email: `user${user_id}@example.com`,
  delivery_email: null,
  date_joined: "2026-01-01T00:00:00+00:00",
  ...{ is_owner: more.role === 100, is_admin: (more.role ?? 400) <= 200, is_guest: more.role === 600 },
  ...{ is_bot: false, bot_type: null, bot_owner_id: null, role: 400, timezone: "" },
  ...{ avatar_url: `/avatar/${user_id}`, avatar_version: 1, is_imported_stub: false, is_deleted: false },
  ...more,
});

const NOBODY = 8;
const EVERYONE = 2;

export const group = (id: number, name: string, more: Partial<Group> = {}): Group => ({
  ...{ id, name, description: "", creator_id: null, date_created: null, is_system_group: false },
  ...{ members: [], direct_subgroup_ids: [], deactivated: false },
  ...{ can_add_members_group: NOBODY, can_join_group: NOBODY, can_leave_group: EVERYONE, can_manage_group: NOBODY },
  ...{ can_mention_group: EVERYONE, can_remove_members_group: NOBODY },
  ...more,
});

const system = (id: number, name: string, members: number[], below: number[]): Group =>
  group(id, `role:${name}`, { is_system_group: true, members, direct_subgroup_ids: below });

/** IDs of system groups range from 1 for everyone on the internet to 8 for nobody. */
const systemGroups = (): Group[] => [
  system(1, "internet", [], [2]),
  system(2, "everyone", [GUS], [3]),
  system(3, "members", [NOAH, MIA], [4]),
  system(4, "fullmembers", [NOAH, MIA], [5]),
  system(5, "moderators", [MONA], [6]),
  system(6, "administrators", [OMAR], [7]),
  system(7, "owners", [IRIS], []),
  system(NOBODY, "nobody", [], []),
];

export const channel = (stream_id: number, name: string, more: Partial<Channel> = {}): Channel => ({
  ...{ stream_id, name, description: "", rendered_description: "", date_created: 0, creator_id: null },
  ...{ invite_only: false, is_web_public: false, is_archived: false, history_public_to_subscribers: true },
  ...{ message_retention_days: null, first_message_id: null, is_recently_active: true, stream_weekly_traffic: null },
  ...{ subscriber_count: 0, folder_id: null, topics_policy: "inherit", stream_post_policy: 1 },
  default_push_notifications: false,
  closed_to_assistants: false,
  ...{ is_announcement_only: false, can_add_subscribers_group: NOBODY, can_administer_channel_group: NOBODY },
  ...{ can_delete_any_message_group: NOBODY, can_delete_own_message_group: NOBODY },
  ...{ can_move_messages_out_of_channel_group: NOBODY, can_move_messages_within_channel_group: NOBODY },
  ...{
    can_create_topic_group: EVERYONE,
    can_change_board_group: NOBODY,
    can_remove_subscribers_group: 6,
    can_resolve_topics_group: NOBODY,
    can_send_message_group: EVERYONE,
  },
  can_subscribe_group: NOBODY,
  ...more,
});

export const subscription = (id: number, name: string, more: Partial<Subscription> = {}): Subscription => ({
  ...channel(id, name, more),
  ...{ color: "#76ce90", is_muted: false, in_home_view: true, pin_to_top: false },
  ...{ desktop_notifications: null, audible_notifications: null, push_notifications: null },
  ...{ email_notifications: null, wildcard_mentions_notify: null },
  ...more,
});

const anyMessage = (id: number) => ({
  ...{ id, sender_id: NOAH, sender_full_name: "Noah Example", sender_email: "noah@example.com" },
  ...{ timestamp: 1_700_000_000 + id, is_me_message: false, client: "website", content: `<p>${id}</p>` },
  ...{ flags: [], reactions: [], submessages: [] },
});

export const message = (id: number, more: Partial<ChannelMessage> = {}): ChannelMessage => ({
  ...anyMessage(id),
  ...{ type: "stream", stream_id: 1, subject: "hello" },
  ...more,
});

/** Returns a direct message in a conversation of these users, which include the user. */
export const direct = (id: number, users: readonly number[], more: Partial<DirectMessage> = {}): DirectMessage => ({
  ...anyMessage(id),
  type: "private",
  display_recipient: users.map((one) => ({ id: one, email: `user${one}@example.com`, full_name: `User ${one}` })),
  ...more,
});

const permissions = (): Partial<State> => ({
  ...{ realm_can_resolve_topics_group: 2, realm_can_move_messages_between_topics_group: 2 },
  ...{ realm_can_move_messages_between_channels_group: 3, realm_can_delete_any_message_group: 6 },
  ...{ realm_can_delete_own_message_group: 2, realm_can_add_subscribers_group: 3, realm_can_manage_all_groups: 7 },
  ...{ realm_can_create_public_channel_group: 3, realm_can_create_private_channel_group: 3 },
  ...{ realm_direct_message_permission_group: 2, realm_direct_message_initiator_group: 2, realm_can_create_groups: 3 },
  realm_can_read_audit_log_group: 7,
  realm_can_manage_holds_group: 8,
});

/** Returns what POST /register returns to Noah, a member, reduced to what the tests need. */
export function sampleState(more: Partial<State> = {}): State {
  const state: Partial<State> = {
    ...emptyState(),
    ...{ user_id: NOAH, full_name: "Noah Example", email: "user6@example.com" },
    ...{ is_owner: false, is_admin: false, is_moderator: false, is_guest: false },
    realm_users: [
      user(IRIS, "Iris Owner", { role: 100 }),
      user(OMAR, "Omar Example", { role: 200 }),
      user(MONA, "Mona Example", { role: 300 }),
      user(NOAH, "Noah Example"),
      user(MIA, "Mia Example"),
      user(GUS, "Gus Example", { role: 600 }),
    ],
    realm_presence_disabled: false,
    server_presence_offline_threshold_seconds: 200,
    realm_user_groups: systemGroups(),
    subscriptions: [subscription(1, "general"), subscription(2, "design")],
    unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
    max_message_id: 0,
    ...{ realm_emoji: {}, alert_words: [], onboarding_steps: [] },
    ...{ realm_empty_topic_display_name: "general chat", realm_topics_policy: "allow_empty_topic" },
    ...{ realm_allow_message_editing: true, realm_message_content_edit_limit_seconds: 600 },
    ...{ realm_message_content_delete_limit_seconds: 600 },
    realm_move_messages_within_stream_limit_seconds: 604_800,
    realm_move_messages_between_streams_limit_seconds: 604_800,
    ...supportedPermissions,
    user_settings: {
      ...{ desktop_icon_count_display: 1, demote_inactive_streams: 1, web_home_view: "inbox" },
      ...{ web_left_sidebar_show_channel_folders: true, enable_drafts_synchronization: true },
    } as State["user_settings"],
    ...permissions(),
  };
  return { ...state, ...more } as State;
}
