import { ofOwnTexts } from "../../../support/own-texts.ts";
import type { Rows } from "./importing.ts";

export const BASE = 1_600_000_000;
const LATER = 4_000_000_000;
const DAILY = { recurrence: "FREQ=DAILY", time_zone: "UTC", start: BASE };

const user = (id: number, full_name: string, more: object = {}) => ({
  ...{ id, delivery_email: `${full_name.toLowerCase()}@example.org`, full_name, role: 400 },
  ...{ is_active: true, date_joined: BASE, ...more },
});

export const upload = new TextEncoder().encode("<script>alert(1)</script>").slice();
const file = {
  size: upload.length,
  sha256: "5c140d35dcb46a622e2cedf5ef5cc3638cdffd1c118c9331f8c84669f0b74783",
  owner_id: 1,
  created_at: BASE,
};

const voice = { duration_ms: 1500, peaks: Array.from({ length: 64 }, (_, at) => at % 32), transcript: "Tea at four" };

/** Rows of many tables, which refer to each other. Some are invalid on purpose. */
export const linkedRows: Rows = {
  organization: [
    {
      name: "Moved",
      description: "",
      settings: {
        can_add_custom_emoji_group: 20,
        new_stream_announcements_stream_id: 5,
        digest_weekday: 9,
        giphy_rating: 4,
      },
      new_user_settings: { enter_sends: true },
      icon: "files/icon",
    },
  ],
  users: [
    user(1, "Iris", { delivery_email: "iris@example.com", role: 100 }),
    user(2, "Ada", {
      avatar: "files/avatar",
      settings: { enter_sends: true, color_scheme: "nonsense" },
      status: { status_text: "away", emoji_name: "octopus", emoji_code: "9", reaction_type: "realm_emoji" },
    }),
    user(3, "Robot", { bot_type: 1, bot_owner_id: 2 }),
  ],
  profile_fields: [{ id: 4, type: 6, name: "Mentor", order: 1 }],
  profile_values: [{ user_id: 2, field_id: 4, value: "[1]" }],
  groups: [
    { id: 20, name: "cooks", members: [2], subgroups: [21], permissions: { can_mention_group: 20 } },
    { id: 21, name: "bakers", members: [3], subgroups: [20] },
  ],
  custom_emoji: [{ id: 9, name: "octopus", author_id: 2, file: "files/emoji" }],
  linkifiers: [
    {
      ...{ pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" },
      ...{ example_input: "#7", reverse_template: "#{id}" },
      alternative_url_templates: ["https://old.example.com/{id}"],
    },
  ],
  playgrounds: [{ name: "Play", pygments_language: "Python", url_template: "https://example.com/{code}" }],
  domains: [{ domain: "example.org", allow_subdomains: true }],
  channel_folders: [{ id: 30, name: "Folder", order: 0 }],
  channels: [
    {
      id: 5,
      name: "food",
      date_created: BASE,
      invite_only: false,
      history_public_to_subscribers: true,
      folder_id: 30,
    },
    {
      ...{ id: 6, name: "secret", date_created: BASE, invite_only: true, history_public_to_subscribers: false },
      permissions: { can_send_message_group: { direct_members: [2], direct_subgroups: [20] } },
    },
  ],
  default_channel_groups: [{ name: "Start", description: "here", channels: [5] }],
  bots: [{ user_id: 3, default_sending_channel_id: 5 }],
  bot_commands: [{ bot_id: 3, name: "tides", description: "Tells the tides", usage: "PLACE" }],
  subscriptions: [
    { user_id: 1, channel_id: 5, active: true, color: "#112233", is_muted: true },
    { user_id: 1, channel_id: 6, active: true, received: [[102, null]] },
    { user_id: 2, channel_id: 6, active: true },
  ],
  files: [
    {
      id: 1,
      member: "files/up",
      name: "page.html",
      content_type: "text/html",
      path_id: "2/ab/page.html",
      voice,
      ...file,
    },
    { id: 3, member: "files/later", name: "later", content_type: "text/plain", path_id: "2/ef/later", ...file },
    { id: 2, member: "files/gone", name: "gone", content_type: "text/plain", path_id: "2/cd/gone", ...file },
  ],
  messages: [
    {
      id: 100,
      sender_id: 2,
      channel_id: 5,
      topic: "Tea",
      content: "[f](/user_uploads/2/ab/page.html)",
      sent_at: BASE,
    },
    { id: 101, sender_id: 2, channel_id: 6, topic: "x", content: "before", sent_at: BASE + 1 },
    { id: 102, sender_id: 2, channel_id: 6, topic: "x", content: ":octopus: #7", sent_at: BASE + 2 },
    {
      ...{ id: 103, sender_id: 2, members: [1, 2], content: "/poll Where?\nHere", sent_at: BASE + 3 },
      last_edit_at: BASE + 4,
      edits: [{ user_id: 2, timestamp: BASE + 4, prev_content: "/poll" }],
    },
  ],
  reactions: [
    { message_id: 100, user_id: 1, emoji_name: "octopus", emoji_code: "9", reaction_type: "realm_emoji" },
    { message_id: 100, user_id: 2, emoji_name: "zulip", emoji_code: "zulip", reaction_type: "zulip_extra_emoji" },
  ],
  submessages: [
    { message_id: 103, sender_id: 2, msg_type: "widget", content: '{"widget_type":"poll","extra_data":{}}' },
  ],
  flags: [{ user_id: 1, message_id: 100, flags: ["starred"] }],
  unread: [{ user_id: 1, messages: [103] }],
  channel_board_messages: [{ channel_id: 5, message_id: 100 }],
  voice_rooms: [{ channel_id: 5 }],
  channel_pins: [
    { channel_id: 5, position: 0, topic: "lunch", user_id: 2, date_pinned: BASE },
    { channel_id: 5, position: 1, message_id: 100, date_pinned: BASE },
    { channel_id: 5, position: 2, url: "https://food.example/", title: "Menu", date_pinned: BASE },
    { channel_id: 5, position: 3, url: "https://old.example.com/#narrow/channel/5-food/near/100", date_pinned: BASE },
  ],
  channel_pages: [
    { channel_id: 5, version: 3, content: "What to eat", user_id: 2, date_edited: BASE },
    { channel_id: 5, version: 4, content: "What to **eat**", user_id: 2, date_edited: BASE },
  ],
  topic_preferences: [{ user_id: 1, channel_id: 5, topic: "tea", visibility_policy: 3, last_updated: BASE }],
  muted_users: [{ user_id: 1, muted_user_id: 3, timestamp: BASE }],
  alert_words: [{ user_id: 1, word: "Lunch" }],
  ...ofOwnTexts(({ archived }) => [{ user_id: 1, content: "hello", ...archived(1) }]),
  drafts: [{ user_id: 1, type: "stream", to: [5], topic: "t", content: "see @**Ada|2**", timestamp: BASE }],
  scheduled_messages: [
    { user_id: 1, channel_id: 5, topic: "t", content: "soon [f](/user_uploads/2/ef/later)", deliver_at: LATER },
    { user_id: 1, to: [2], content: "past", deliver_at: BASE },
    { user_id: 1, channel_id: 5, topic: "t", content: "daily", deliver_at: BASE, repeats: DAILY, bot_id: 3 },
  ],
  reminders: [{ user_id: 1, message_id: 103, content: "look", deliver_at: LATER, repeats: DAILY }],
  navigation_views: [
    { user_id: 1, fragment: "narrow/is/starred", is_pinned: true, name: "Stars" },
    { user_id: 1, fragment: "narrow/channel/5-food/sender/2", is_pinned: true, name: "Ada on food" },
  ],
  onboarding_steps: [{ user_id: 1, name: "intro_inbox_view_modal" }],
  presence: [{ user_id: 2, active_at: BASE, idle_at: BASE + 60 }],
  bot_storage: [{ user_id: 3, key: "k", value: "v" }],
};
