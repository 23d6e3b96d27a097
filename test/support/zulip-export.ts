import { tarOf } from "../../src/archive-format/members.ts";
import { gathered } from "./gathered.ts";

type Rows = readonly object[];

/** Writes a Zulip export. `members` are JSON values, texts, or the bytes of files. */
export async function zulipExport(members: Readonly<Record<string, unknown>>, { gzip = true } = {}): Promise<Blob> {
  const contents = Object.entries(members).map(([name, value]) => ({
    name: `zulip-export-x/${name}`,
    content: value instanceof Uint8Array ? new Blob([value.slice()]) : new Blob([JSON.stringify(value, null, 1)]),
  }));
  const tar = new Blob((await gathered(tarOf(contents, 0))).map((part) => part.slice()));
  return gzip ? await new Response(tar.stream().pipeThrough(new CompressionStream("gzip"))).blob() : tar;
}

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

/** The rows of the system groups. Their positions are their numbers. */
const system: Rows = [
  "internet",
  "everyone",
  "members",
  "fullmembers",
  "moderators",
  "administrators",
  "owners",
  "nobody",
].map((name, index) => ({
  usergroup_ptr: index + 1,
  realm: 2,
  name: `role:${name}`,
  description: "",
  is_system_group: true,
  can_mention_group: 8,
}));

const person = (id: number, more: object = {}) => ({
  id,
  realm: 2,
  delivery_email: `user${id}@example.com`,
  email: `user${id}@zulip.example.com`,
  full_name: `Person ${id}`,
  is_active: true,
  is_mirror_dummy: false,
  is_bot: false,
  bot_type: null,
  bot_owner: null,
  role: 400,
  date_joined: 1_600_000_000.5,
  timezone: "Europe/Berlin",
  avatar_source: "G",
  email_address_visibility: 3,
  long_term_idle: false,
  last_active_message_id: null,
  enter_sends: true,
  web_font_size_px: 500,
  ...more,
});

const message = (id: number, more: object = {}) => ({
  id,
  sender: 11,
  recipient: 32,
  type: 1,
  subject: "plans",
  content: `text ${id}`,
  rendered_content: "<script>",
  date_sent: 1_700_000_000.25 + id,
  edit_history: null,
  last_edit_time: null,
  sending_client: 1,
  ...more,
});

const subscription = (id: number, user_profile: number, recipient: number, more: object = {}) => ({
  id,
  user_profile,
  recipient,
  active: true,
  is_user_active: true,
  is_muted: false,
  color: "#76ce90",
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: true,
  email_notifications: null,
  wildcard_mentions_notify: null,
  ...more,
});

/**
 * Returns the tables of an organization of Zulip 10 with three people, a bot, a public and a private channel, and a
 * group conversation.
 */
export const realmTables = () => ({
  zerver_realm: [
    {
      id: 2,
      name: "Analytical\0 Engines",
      description: "We compute",
      string_id: "engines",
      date_created: 1_500_000_000.9,
      default_language: "de",
      invite_required: true,
      waiting_period_threshold: 3,
      message_retention_days: null,
      message_content_edit_limit_seconds: 600,
      mandatory_topics: true,
      icon_source: "U",
      logo_source: "D",
      new_stream_announcements_stream: 21,
      signup_announcements_stream: 99,
      moderation_request_channel: null,
      can_create_groups: 5,
      can_create_public_channel_group: 40,
      can_invite_users_group: 77,
      invite_to_stream_policy: 4,
      uuid_owner_secret: "secret",
      brand_new_column: 1,
    },
  ],
  zerver_client: [{ id: 1, name: "ZulipMobile" }],
  zerver_userprofile: [
    person(10, { role: 100, avatar_source: "U" }),
    person(11, { full_name: "Ada\u0000 Lovelace", uuid: "0f3c7d3f-3f7a-4d7e-9c55-6b4d3b1e0a11" }),
    person(12, { is_active: false, role: 7, timezone: "Mars/Base", uuid: "none" }),
    person(13, {
      is_bot: true,
      bot_type: 3,
      bot_owner: 11,
      default_sending_stream: 21,
      delivery_email: "hook-bot@example.com",
    }),
    person(11, { full_name: "Somebody else" }),
    "no row",
    person(19, { delivery_email: "USER11@example.com" }),
  ],
  zerver_userprofile_mirrordummy: [person(14, { is_mirror_dummy: true })],
  zerver_userprofile_crossrealm: [{ id: 5, email: "notification-bot@zulip.com", recipient_id: 35 }],
  zerver_usergroup: [
    ...system.map((_, index) => ({ id: index + 1, realm: 2 })),
    { id: 40, realm: 2 },
    { id: 41, realm: 2 },
  ],
  zerver_namedusergroup: [
    ...system,
    {
      usergroup_ptr: 41,
      realm: 2,
      name: "designers",
      description: "x",
      is_system_group: false,
      creator: 11,
      deactivated: false,
      can_join_group: 40,
      can_manage_group: 6,
      date_created: 1_650_000_000.1,
    },
  ],
  zerver_usergroupmembership: [
    { id: 1, user_group: 41, user_profile: 10 },
    { id: 2, user_group: 40, user_profile: 11 },
    { id: 3, user_group: 41, user_profile: 999 },
    { id: 4, user_group: 3, user_profile: 10 },
  ],
  zerver_groupgroupmembership: [{ id: 1, supergroup: 40, subgroup: 5 }],
  zerver_stream: [
    {
      id: 21,
      name: "general",
      description: "All",
      invite_only: false,
      history_public_to_subscribers: true,
      is_web_public: false,
      deactivated: false,
      date_created: 1_600_000_001.7,
      creator: 10,
      message_retention_days: null,
      recipient: 32,
      can_send_message_group: 5,
    },
    {
      id: 22,
      name: "secret",
      description: "",
      invite_only: true,
      history_public_to_subscribers: false,
      is_web_public: false,
      deactivated: false,
      date_created: 1_600_000_002,
      creator: null,
      message_retention_days: 30,
      recipient: 33,
      stream_post_policy: 2,
    },
    {
      id: 23,
      name: "abcdef0!!DEACTIVATED:general",
      description: "",
      invite_only: false,
      history_public_to_subscribers: true,
      is_web_public: false,
      deactivated: true,
      date_created: 1_600_000_003,
      recipient: 36,
    },
  ],
  zerver_recipient: [
    { id: 30, type: 1, type_id: 10 },
    { id: 31, type: 1, type_id: 11 },
    { id: 32, type: 2, type_id: 21 },
    { id: 33, type: 2, type_id: 22 },
    { id: 34, type: 3, type_id: 51 },
    { id: 36, type: 2, type_id: 23 },
  ],
  zerver_huddle: [{ id: 51, huddle_hash: "x", recipient: 34, group_size: 3 }],
  zerver_subscription: [
    subscription(1, 10, 32),
    subscription(2, 11, 32, { is_muted: true, color: "red" }),
    subscription(3, 10, 30),
    subscription(4, 10, 33),
    subscription(5, 11, 33, { active: false }),
    subscription(6, 12, 32, { is_user_active: false }),
    subscription(7, 10, 34),
    subscription(8, 11, 34),
    subscription(9, 12, 34),
    subscription(10, 11, 32),
    subscription(11, 999, 32),
    subscription(12, 19, 33),
  ],
  zerver_defaultstream: [
    { id: 1, realm: 2, stream: 21 },
    { id: 2, realm: 2, stream: 98 },
  ],
  zerver_realmemoji: [
    { id: 61, realm: 2, name: "engine", author: 11, file_name: "61.png", is_animated: false, deactivated: false },
    { id: 62, realm: 2, name: "lost", author: 11, file_name: "62.png", is_animated: false, deactivated: false },
  ],
  zerver_reaction: [
    { id: 3, user_profile: 10, message: 102, emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" },
    { id: 2, user_profile: 11, message: 101, emoji_name: "engine", emoji_code: "61", reaction_type: "realm_emoji" },
    {
      id: 1,
      user_profile: 11,
      message: 102,
      emoji_name: "zulip",
      emoji_code: "zulip",
      reaction_type: "zulip_extra_emoji",
    },
    { id: 4, user_profile: 10, message: 102, emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" },
    { id: 5, user_profile: 10, message: 102, emoji_name: "lost", emoji_code: "62", reaction_type: "realm_emoji" },
    { id: 6, user_profile: 10, message: 9999, emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" },
  ],
  zerver_usertopic: [
    { id: 1, user_profile: 10, stream: 21, topic_name: "plans", visibility_policy: 3, last_updated: 1_700_000_500.5 },
  ],
  zerver_customprofilefield: [
    {
      id: 71,
      realm: 2,
      name: "Mentor",
      hint: "",
      order: 1,
      field_type: 6,
      field_data: "",
      display_in_profile_summary: true,
      required: false,
      editable_by_user: true,
    },
  ],
  zerver_customprofilefieldvalue: [
    { id: 1, user_profile: 11, field: 71, value: "[10, 999]" },
    { id: 2, user_profile: 10, field: 71, value: "[999]" },
  ],
  zerver_userstatus: [
    {
      id: 1,
      user_profile: 11,
      status_text: "computing",
      emoji_name: "engine",
      emoji_code: "61",
      reaction_type: "realm_emoji",
    },
  ],
  zerver_userpresence: [
    { id: 1, user_profile: 11, last_active_time: 1_700_000_900.5, last_connected_time: 1_700_000_950 },
  ],
  zerver_muteduser: [{ id: 1, user_profile: 10, muted_user: 12, date_muted: 1_700_000_000 }],
  zerver_alertword: [{ id: 1, realm: 2, user_profile: 10, word: "engine" }],
  zerver_savedsnippet: [
    { id: 1, realm: 2, user_profile: 10, title: "hi", content: "hello", date_created: 1_700_000_000 },
  ],
  zerver_scheduledmessage: [
    {
      id: 1,
      sender: 10,
      recipient: 32,
      stream: 21,
      subject: "later",
      content: "soon",
      scheduled_timestamp: 4_000_000_000,
      delivered: false,
      failed: false,
      delivery_type: 1,
    },
    {
      id: 2,
      sender: 10,
      recipient: 34,
      stream: null,
      subject: "",
      content: "soon too",
      scheduled_timestamp: 4_000_000_000,
      delivered: false,
      failed: false,
      delivery_type: 1,
    },
    {
      id: 3,
      sender: 10,
      recipient: 32,
      stream: 21,
      subject: "later",
      content: "gone",
      scheduled_timestamp: 1_600_000_000,
      delivered: true,
      failed: false,
      delivery_type: 1,
    },
  ],
  zerver_realmfilter: [
    {
      ...{ id: 1, realm: 2, pattern: "#(?P<id>[0-9]+)", url_template: "https://b.example.com/{id}", order: 2 },
      ...{ example_input: "#7", reverse_template: "#{id}" },
      alternative_url_templates: ["https://c.example.com/{id}"],
    },
    { id: 2, realm: 2, pattern: "A-(?P<id>[0-9]+)", url_template: "https://a.example.com/{id}", order: 1 },
  ],
  zerver_realmplayground: [
    { id: 1, realm: 2, name: "Rust", pygments_language: "Rust", url_template: "https://play.example.com/{code}" },
  ],
  zerver_realmdomain: [{ id: 1, realm: 2, domain: "example.com", allow_subdomains: true }],
  zerver_realmuserdefault: [{ id: 1, realm: 2, twenty_four_hour_time: true }],
  zerver_botstoragedata: [{ id: 1, bot_profile: 13, key: "a", value: "b" }],
  zerver_service: [
    { id: 1, user_profile: 13, name: "hook", base_url: "https://hook.example.com/x", token: "secret", interface: 1 },
  ],
  zerver_realmauditlog: [{ id: 1 }],
  zerver_brandnew: [{ id: 1 }],
  sort_by_date: true,
});

/** Returns a row of the table usermessage. */
export const received = (id: number, user_profile: number, message: number, flags_mask: number) => ({
  id,
  user_profile,
  message,
  flags_mask,
});

/** Returns the members of the whole export, with a test's own members. */
export const exportMembers = (more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  // Messages come first here, because members can be in any order.
  "messages-000001.json": {
    zerver_usermessage: [
      received(1, 10, 101, 0),
      received(2, 11, 101, 1 | 2),
      received(3, 10, 102, 1 | 8),
      received(4, 12, 102, 0),
      received(5, 10, 103, 1),
      received(6, 10, 105, 1),
      received(7, 11, 105, 1 | 1024),
      received(8, 10, 106, 1),
      received(9, 11, 106, 1),
      received(10, 999, 101, 0),
      received(11, 10, 108, 1),
    ],
    zerver_message: [
      message(101),
      message(102, {
        content: "@**Person 10** look [here](#narrow/channel/21-general/topic/plans/near/101)\0",
        edit_history: JSON.stringify([
          { user_id: 11, timestamp: 1_700_000_600, prev_content: "@**Person 10**", prev_rendered_content: "x" },
          {
            user_id: 999,
            timestamp: 1_700_000_500,
            prev_topic: "old plans",
            topic: "plans",
            prev_stream: 22,
            stream: 21,
          },
        ]),
        last_edit_time: 1_700_000_600.5,
      }),
      message(103, { recipient: 30, subject: "\u0007", content: "to Person 10" }),
      message(103, { content: "the same again" }),
      message(104, { recipient: 34, subject: "", sender: 10 }),
      message(105, { recipient: 33 }),
      message(106, { recipient: 33, subject: "x".repeat(80) }),
      message(107, { recipient: 333 }),
      message(108, { recipient: 33, sender: 888, content: "/poll Tea?" }),
      message(109, { date_sent: 99_000_000_000 }),
      message(110, { content: null }),
    ],
  },
  "attachment.json": {
    zerver_attachment: [
      {
        id: 1,
        file_name: "plan.txt",
        path_id: "2/ab/token/plan.txt",
        owner: 11,
        realm: 2,
        create_time: 1_700_000_000.1,
        size: 3,
        content_type: "text/plain",
        messages: [101, 9999],
        scheduled_messages: [],
      },
      {
        id: 2,
        file_name: "lost.txt",
        path_id: "2/ab/token/lost.txt",
        owner: 11,
        realm: 2,
        create_time: 1_700_000_000,
        size: 3,
        content_type: null,
        messages: [],
      },
    ],
  },
  "uploads/records.json": [
    {
      path: "2/ab/token/plan.txt",
      s3_path: "2/ab/token/plan.txt",
      realm_id: 2,
      size: 3,
      content_type: null,
      user_profile_id: 11,
    },
  ],
  "uploads/2/ab/token/plan.txt": new TextEncoder().encode("abc"),
  "avatars/records.json": [
    { path: "2/hash.png", user_profile_id: 10 },
    { path: "2/hash.original", user_profile_id: 10 },
    { path: "2/hash-medium.png", user_profile_id: 10 },
  ],
  "avatars/2/hash.png": PNG,
  "avatars/2/hash.original": PNG,
  "emoji/records.json": [{ path: "2/emoji/images/61.png", file_name: "61.png", name: "engine" }],
  "emoji/2/emoji/images/61.png": PNG,
  "realm_icons/records.json": [{ path: "2/realm/icon.original" }, { path: "2/realm/icon.png" }],
  "realm_icons/2/realm/icon.original": PNG,
  "realm_icons/2/realm/icon.png": PNG,
  "migration_status.json": { migrations_by_app: {}, zulip_version: "10.2" },
  "realm.json": realmTables(),
  ...more,
});

export { message as zulipMessage };
