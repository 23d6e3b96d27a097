import { expect, test } from "vitest";
import { digestOf } from "../../../../src/archive-format/digest.ts";
import { emojiNames } from "../../../../src/markup/index.ts";
import { limits } from "../../../../src/protocol/limit-table.ts";
import type { Json } from "../../../support/json.ts";
import { tablesOf, withConfig } from "../../../support/object.ts";
import { organization } from "../../../support/organization.ts";
import { png } from "../../../support/pictures.ts";
import { archiveWith, importArchive, type Rows } from "./importing.ts";

const BASE = 1_600_000_000;
const FUTURE = 99_999_999_999;
const BIG = "x".repeat(450_000);
const HASH = "a".repeat(64);

const user = (id: number, more: object = {}) => ({
  ...{ id, delivery_email: `p${id}@example.org`, full_name: `Person ${id}`, role: 400 },
  ...{ is_active: true, date_joined: BASE, ...more },
});
const channel = (id: number, name: string, more: object = {}) => ({
  ...{ id, name, date_created: BASE, invite_only: false, history_public_to_subscribers: true },
  ...more,
});
const said = (id: number, more: object = {}) => ({
  ...{ id, sender_id: 1, channel_id: 1, topic: "t", content: `message ${id}`, sent_at: BASE + id },
  ...more,
});
const direct = (id: number, members: number[], more: object = {}) =>
  said(id, { channel_id: undefined, topic: undefined, members, ...more });
const file = (id: number, more: object = {}) => ({
  ...{ id, member: `files/f${id}`, name: "f", content_type: "text/plain", size: 3, sha256: HASH, owner_id: 1 },
  ...{ path_id: `2/ab/f${id}`, ...more },
});
const many = <Row>(number: number, row: (index: number) => Row): Row[] =>
  Array.from({ length: number }, (_, index) => row(index));

const ofOne = { user_id: 1 };
const ofNobody = { user_id: 99 };
const invalid = { nonsense: true };
const emoji = { emoji_name: "smile", emoji_code: "1f642", reaction_type: "unicode_emoji" };
const codes = many(700, (index) => (0x1f300 + index).toString(16))
  .filter((code) => emojiNames(code).length > 0)
  .slice(0, limits.account.reactions_to_a_message + 1);
const field = (id: number, more: object = {}) => ({ id, type: 1, name: `Field ${id}`, order: id, ...more });
const passkey = (index: number, user_id = 1) => ({
  ...{ user_id, credential: `c${index}`, public_key: "{}", counter: 0, name: "k", created_at: BASE },
});
const gives = (value: unknown) => ({ can_send_message_group: value });

/** Possible faults of an archive, by table. */
const faulty: Rows = {
  organization: [
    {
      ...{ name: "Moved", description: "", icon: "files/icon" },
      settings: {
        ...{ digest_weekday: 9, tomorrows_setting: 1, authentication_methods: { Email: false, Dev: false } },
        ...{ can_add_custom_emoji_group: { direct_members: [99], direct_subgroups: [] } },
        ...{ can_access_all_users_group: 20, can_create_groups: "nonsense", can_create_bots_group: 98 },
        ...{ moderation_request_channel_id: 1, signup_announcements_stream_id: 98 },
      },
      new_user_settings: { color_scheme: 9, tomorrows_setting: 1 },
    },
    { name: "Another", description: "", settings: {} },
    invalid,
  ],
  users: [
    ...[user(1), user(1), invalid, user(2, { delivery_email: "P1@example.org" })],
    user(3, { delivery_email: "no address", full_name: "a*b", timezone: "Nowhere", date_joined: 4_000_000_000 }),
    user(4, { bot_type: 1, bot_owner_id: 99, delivery_email: "p1@example.org" }),
    user(5, { settings: { color_scheme: 9, tomorrows_setting: 1 }, password_hash: "x", api_key_hashes: [] }),
    user(6, { status: { status_text: "", emoji_name: "x", emoji_code: "98", reaction_type: "realm_emoji" } }),
    user(7, { api_key_hashes: [{ hash: "short", client: "x", created_at: BASE }], avatar: "files/no-picture" }),
    user(8, { bot_type: 2, is_active: false }),
    user(9, { is_active: false }),
    user(10, { delivery_email: "iris@example.com" }),
    user(11, { bot_type: 2 }),
  ],
  profile_fields: [
    ...[field(1), field(1), field(2, { type: 3, field_data: "{" }), field(3, { name: "Field 1" })],
    ...[field(4, { type: 6, display_in_profile_summary: true }), field(5, { type: 4 })],
    ...many(100, (index) => field(10 + index)),
  ],
  profile_values: [
    ...[
      { ...ofNobody, field_id: 1, value: "x" },
      { ...ofOne, field_id: 999, value: "x" },
    ],
    ...[
      { ...ofOne, field_id: 5, value: "no day" },
      { ...ofOne, field_id: 4, value: "[1,9,99]" },
    ],
    { ...ofOne, field_id: 4, value: "nonsense" },
  ],
  groups: [
    { id: 1, name: "role:members", is_system: true, members: [] },
    { id: 2, name: "role:tomorrow", is_system: true, members: [] },
    { id: 20, name: "cooks", members: [1, 99], subgroups: [21, 99] },
    { id: 21, name: "bakers", members: [], subgroups: [20], permissions: { can_tomorrow_group: 1 } },
    { id: 22, name: "cooks", members: [], deactivated: true },
    { id: 23, name: "@cooks", members: [] },
    { id: 24, name: "gone", members: [], deactivated: true },
    { id: 20, name: "again", members: [], permissions: { can_mention_group: 24 } },
    { id: 25, name: "last", members: [], permissions: { can_mention_group: 24, can_join_group: 98 } },
  ],
  custom_emoji: [
    ...[1, 1].map((id) => ({ id, name: "kettle", author_id: 1, file: "files/emoji" })),
    { id: 2, name: "kettle", author_id: 1, file: "files/emoji2" },
    { id: 3, name: "Not A Name", author_id: 1, file: "files/emoji3" },
    { id: 4, name: "pot", author_id: 1, file: "files/emoji" },
  ],
  linkifiers: [
    { pattern: "(a+)+(", url_template: "https://x.example/" },
    ...many(limits.organization.linkifiers + 2, (index) => {
      return { pattern: `T${index}-(?P<id>[0-9]+)`, url_template: "https://x.example/{id}" };
    }),
  ],
  playgrounds: many(2, () => ({ name: "P", pygments_language: "Python", url_template: "https://x.example/{code}" })),
  domains: [
    { domain: "no domain!", allow_subdomains: true },
    ...many(2, () => ({ domain: "a.example", allow_subdomains: true })),
  ],
  channel_folders: [1, 1].map((id) => ({ id, name: "Folder", order: 1 })),
  channels: [
    ...[channel(1, "food"), channel(1, "again"), channel(2, "a\tb"), channel(3, "FOOD"), channel(4, "Food")],
    channel(5, "general", { invite_only: true, topics_policy: "tomorrow" }),
    channel(6, "closed", { permissions: { ...gives({ direct_members: [99], direct_subgroups: [] }), can_x_group: 1 } }),
    channel(7, "shut", { permissions: gives(98) }),
    channel(8, "archived", { is_archived: true, permissions: gives(24) }),
  ],
  default_channel_groups: [
    { name: "Start", description: "", channels: [1, 5, 8, 99] },
    { name: "Start", description: "", channels: [1] },
  ],
  bots: [
    ...[{ ...ofNobody }, { user_id: 4, default_sending_channel_id: 99 }, { user_id: 4 }],
    { user_id: 8, topic_template: "{% if %}", config_data: "{" },
  ],
  bot_commands: [
    ...[4, 8, 11, 99].map((bot_id) => ({ bot_id, name: "brew", description: "brews", usage: "" })),
    { bot_id: 4, name: "A B", description: "brews", usage: "" },
    ...many(limits.account.bot_commands + 1, (index) => {
      return { bot_id: 4, name: `c${index}`, description: "brews", usage: "" };
    }),
  ],
  subscriptions: [
    { ...ofNobody, channel_id: 1, active: true },
    { ...ofOne, channel_id: 99, active: true },
    ...many(2, () => ({ ...ofOne, channel_id: 1, active: true })),
  ],
  files: [
    ...[file(1), file(1), file(2, { path_id: "2/ab/f1" }), file(3, { member: "files/f1" })],
    ...[file(4, { owner_id: 99 }), file(5, { size: 4 }), file(6, { member: "files/gone" })],
  ],
  messages: [
    ...[said(10), said(11), said(11), said(9), said(12, { sender_id: 99 }), said(13, { channel_id: 99 })],
    ...[direct(14, [1, 99]), direct(15, [5, 6]), said(16, { sent_at: FUTURE }), direct(17, [1, 5])],
    said(18, { content: "[a](/user_uploads/2/ab/f1) [b](/user_uploads/2/ab/none)" }),
    said(5000),
  ],
  reactions: [
    ...[
      { message_id: 10, ...ofNobody, ...emoji },
      { message_id: 12, ...ofOne, ...emoji },
    ],
    ...many(2, () => ({ message_id: 17, ...ofOne, ...emoji })),
    { message_id: 17, ...ofOne, ...emoji, emoji_code: "nonsense" },
    ...codes.map((emoji_code) => ({ message_id: 18, ...ofOne, ...emoji, emoji_code })),
    { message_id: 4999, ...ofOne, ...emoji },
  ],
  submessages: [
    { message_id: 10, sender_id: 99, msg_type: "widget", content: "{}" },
    { message_id: 16, sender_id: 1, msg_type: "widget", content: "{}" },
    { message_id: 17, sender_id: 1, msg_type: "other", content: "{}" },
    { message_id: 17, sender_id: 1, msg_type: "widget", content: "{" },
  ],
  flags: [
    { message_id: 10, ...ofNobody, flags: ["starred"] },
    { message_id: 14, ...ofOne, flags: ["starred"] },
  ],
  unread: [
    { ...ofNobody, messages: [10] },
    { ...ofOne, messages: [10, 12, 4000] },
  ],
  read_state: [
    ...[
      { ...ofNobody, low: 10 },
      { ...ofOne, channel_id: 99, low: 0, read: [10] },
    ],
    ...[
      [1, 5],
      [1, 6],
      [1, 99],
    ].map((members) => ({ ...ofOne, members, low: 0, read: [17] })),
  ],
  topic_preferences: [99, 1, 1].map((channel_id) => {
    return { ...ofOne, channel_id, topic: "t", visibility_policy: 3, last_updated: BASE };
  }),
  muted_users: [99, 1, 5, 5].map((muted_user_id) => ({ ...ofOne, muted_user_id, timestamp: BASE })),
  alert_words: ["tea", "TEA", " "].map((word) => ({ ...ofOne, word })),
  drafts: [
    { ...ofOne, type: "stream", to: [99], topic: "", content: "x", timestamp: BASE },
    ...many(7, () => ({ ...ofOne, type: "stream", to: [1], topic: "", content: BIG, timestamp: BASE })),
  ],
  scheduled_messages: [
    { ...ofOne, channel_id: 99, topic: "t", content: "x", deliver_at: BASE },
    { ...ofOne, to: [99], content: "x", deliver_at: BASE },
  ],
  reminders: [{ ...ofOne, message_id: 12, content: "x", deliver_at: BASE }],
  navigation_views: [
    ...many(2, () => ({ ...ofOne, fragment: "same", is_pinned: true })),
    ...many(limits.account.navigation_views, (index) => ({ ...ofOne, fragment: `f${index}`, is_pinned: true })),
  ],
  onboarding_steps: [{ ...ofNobody, name: "a" }, ...many(2, () => ({ ...ofOne, name: "a" }))],
  bot_storage: [
    ...many(2, () => ({ user_id: 4, key: "k", value: "v" })),
    ...many(6, (index) => ({ user_id: 4, key: `big${index}`, value: "x".repeat(1_800_000) })),
  ],
  presence: [{ ...ofNobody, active_at: BASE }],
  passkeys: [passkey(1), passkey(1), passkey(2, 99), passkey(3, 10), ...many(25, (index) => passkey(10 + index))],
  second_factors: many(2, () => ({ ...ofOne, secret: "S", since: BASE })),
  recovery_codes: many(2, () => ({ ...ofOne, hash: HASH })),
  external_logins: ["a", "a", "b"].map((subject) => ({
    ...ofOne,
    issuer: "https://i.example",
    subject,
    linked_at: BASE,
  })),
};

test("the check reports every fault, with the same result as the import", async () => {
  const { owner } = await organization();
  const text = new TextEncoder().encode("tea");
  const files = {
    ...{ "files/icon": text, "files/no-picture": text, "files/emoji": png(), "files/emoji2": text },
    ...{ "files/f1": text, "files/f5": text, "files/named-by-nobody": text },
  };
  const done = await importArchive(owner, await archiveWith(faulty, { files, secrets: true }));
  expect(done).toMatchObject({ state: "done", error: null });
  for (const [table, rows] of Object.entries(faulty)) {
    const { in: read, out } = done.report.counts[table];
    expect([table, read]).toEqual([table, rows.length]);
    expect(out, table).toBeLessThanOrEqual(read);
  }
  const { attachments, custom_emoji } = await tablesOf(owner);
  expect(done.report.counts.files.out).toBe(attachments?.length);
  expect(done.report.counts.custom_emoji.out).toBe(custom_emoji?.length);
  const counted = Object.fromEntries(done.report.left_out.map(({ reason, count }: Json) => [reason, count]));
  expect(counted).toEqual({
    "accounts of a time before 1970 or after tomorrow": 1,
    "addresses that no account can have": 2,
    "channels of a name that channels cannot have": 1,
    "channels of bots that are not in the archive": 1,
    "channels of default groups that aren't there for everyone": 1,
    "commands of bots that are deactivated": 1,
    "commands of bots that the organization does not take": 3,
    "custom emoji of a name that emoji cannot have": 1,
    "custom emoji that are deactivated, since another one has their name": 1,
    "domains that the organization does not take": 2,
    "drafts to what is not in the archive": 1,
    "empty alert words": 1,
    "files that are not what their rows tell": 2,
    "files that no row names": 1,
    "files that the archive does not have": 2,
    "groups of a name that groups cannot have": 1,
    "groups of default channels that the organization does not take": 1,
    "groups that are one with another of their name": 1,
    "groups that would contain themselves": 1,
    "groups with members who are not in the archive": 1,
    "hashes that are none": 2,
    "linkifiers that the organization does not take": 3,
    "messages of channels that are not in the archive": 1,
    "messages of senders who are not in the archive": 1,
    "messages to people who are not in the archive": 1,
    "messages whose ids do not ascend": 2,
    "messages whose sender takes no part": 1,
    "messages with links to files that are not in the archive": 1,
    "names of channels that another one has": 2,
    "names of channels that are there for more people": 1,
    "names that no account can have": 1,
    "organizations after the first one": 1,
    "owners of bots who are not in the archive": 1,
    "owners of files who are not in the archive": 1,
    "parts of widgets that are not valid": 2,
    "people of profile fields whom none can name": 2,
    "people who have muted themselves": 1,
    "permissions of people or groups who are not in the archive": 5,
    "permissions that cannot have such a value": 6,
    "pictures that cannot be read": 3,
    "playgrounds that the organization does not take": 1,
    "profile fields that the organization does not take": 5,
    "reactions with emoji that there are none of": 1,
    "reading of conversations that are not in the archive": 3,
    "rows beyond what an organization may have": 6,
    "rows of a time before 1970 or after tomorrow": 1,
    "rows of accounts that are not in the archive": 13,
    "rows of channels that are not in the archive": 2,
    "rows of messages that are not in the archive": 5,
    "rows that are not valid": 3,
    "rows that are there twice": 22,
    "scheduled messages to what is not in the archive": 2,
    "settings that cannot have such a value": 12,
    "statuses with emoji that there are none of": 1,
    "subgroups that are not in the archive": 1,
    "summaries of profiles that have no room for a field": 1,
    "system groups that there are none of": 1,
    "templates of webhooks that cannot be read": 1,
    "unread messages that are not in the archive": 2,
    "values of profile fields that are not in the archive": 1,
    "values that their profile fields do not take": 1,
    "ways to log in of accounts that were there before": 1,
  });
  for (const { count, places } of done.report.left_out) expect(places).toHaveLength(Math.min(20, count));
});

test("files beyond the organization's storage quota are left out, and the check reports them", async () => {
  const { owner } = await organization();
  const bytes = new Uint8Array(400_000);
  const sha256 = await digestOf(bytes);
  const three = [1, 2, 3].map((id) => file(id, { size: bytes.length, sha256 }));
  const files = Object.fromEntries(three.map(({ member }) => [member, bytes]));
  await withConfig(owner, { uploadQuotaMib: 1 }, async () => {
    const done = await importArchive(owner, await archiveWith({ users: [user(1)], files: three }, { files }));
    expect(done.report.counts.files).toEqual({ in: 3, out: 2 });
  });
});
