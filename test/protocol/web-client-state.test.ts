import { expect, test } from "vitest";
import { apply } from "../../src/web/model/apply.ts";
import { REGISTRATION, type State } from "../../src/web/model/state.ts";
import { makeChannel } from "../support/channels.ts";
import { comparableStates } from "../support/compare-states.ts";
import { sendDirect, sendToChannel } from "../support/messages.ts";
import { realm } from "../support/organization.ts";

/** Keys of the state that a registration has only for clients that ask for it in another form. */
type Optional = "streams";

/** The keys of the state: the type checker holds that none is missing. */
const KEYS: Record<Exclude<keyof State, Optional | `realm_${string}`>, true> = {
  ...own("user_id", "email", "delivery_email", "full_name", "avatar_source", "avatar_url", "avatar_url_medium"),
  ...own("is_owner", "is_admin", "is_moderator", "is_guest", "user_settings", "alert_words", "onboarding_steps"),
  ...own("push_devices", "cross_realm_bots", "muted_users"),
  ...own("presences", "presence_last_update_id", "server_timestamp", "user_status"),
  ...own("server_presence_ping_interval_seconds", "server_presence_offline_threshold_seconds"),
  ...own("subscriptions", "unsubscribed", "never_subscribed", "channel_folders", "user_topics"),
  ...own("unread_msgs", "max_message_id", "recent_private_conversations", "starred_messages"),
  ...own("server_emoji_data_url", "drafts", "scheduled_messages", "reminders", "saved_snippets", "navigation_views"),
  ...own("giphy_rating_options", "custom_profile_fields", "custom_profile_field_types", "jitsi_server_url"),
  ...own("max_message_length", "max_topic_length", "max_stream_name_length", "max_stream_description_length"),
  ...own("max_channel_folder_name_length", "max_channel_folder_description_length", "max_reminder_note_length"),
  ...own("max_avatar_file_size_mib", "max_icon_file_size_mib", "max_logo_file_size_mib", "max_file_upload_size_mib"),
  ...own(
    "password_min_guesses",
    "password_min_length",
    "password_max_length",
    "event_queue_longpoll_timeout_seconds",
    "server_generation",
  ),
  ...own("server_jitsi_server_url", "server_thumbnail_formats", "server_supported_permission_settings"),
  ...own("server_typing_started_expiry_period_milliseconds", "server_typing_started_wait_period_milliseconds"),
  ...own(
    "server_typing_stopped_wait_period_milliseconds",
    "server_web_public_streams_enabled",
    "settings_send_digest_emails",
    "server_incoming_mail",
  ),
  ...own("server_avatar_changes_disabled", "server_name_changes_disabled", "development_environment", "bot_commands"),
  ...own("queue_id", "last_event_id", "zulip_version", "zulip_feature_level"),
};

function own<Name extends string>(...names: readonly Name[]): Record<Name, true> {
  return Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>;
}

test("a registration of the web client has all that its state says it has", async () => {
  const { noah } = await realm();
  const { state } = await noah.queue(REGISTRATION);
  expect(Object.keys(KEYS).filter((name) => !(name in state))).toEqual([]);
  const lists = ["realm_users", "realm_non_active_users", "realm_bots", "realm_user_groups", "realm_emoji"];
  const more = ["realm_linkifiers", "realm_playgrounds", "realm_domains", "realm_default_streams"];
  expect([...lists, ...more].filter((name) => !(name in state))).toEqual([]);
  expect(state).not.toHaveProperty("streams");
});

test("events keep the state of the web client, in the form that it asks for", async () => {
  const { iris, noah, mia } = await realm();
  const channel = await makeChannel(iris, "harbour", [iris, noah, mia]);
  const queue = await noah.queue(REGISTRATION);
  const state: State = structuredClone(queue.state);
  const id = await sendToChannel(iris, channel, "Tides", "@**Noah Example** look");
  await sendDirect(mia, [noah, iris], "hello");
  await mia.ok(mia.post("/users/me/presence", { status: "active" }));
  await mia.ok(mia.post("/users/me/status", { status_text: "at sea" }));
  await noah.ok(noah.post("/messages/flags", { messages: [id], op: "add", flag: "starred" }));
  await noah.ok(noah.post("/user_topics", { stream_id: channel, topic: "Tides", visibility_policy: 3 }));
  await iris.ok(iris.patch(`/messages/${id}`, { topic: "Winds", propagate_mode: "change_all" }));
  await iris.ok(iris.patch(`/users/${mia.id}`, { full_name: "Mia Sailor" }));
  for (const event of await queue.events()) apply(state, event);
  const { known, fresh } = comparableStates(state, await noah.ok(noah.post("/register", REGISTRATION)));
  expect(known).toEqual(fresh);
});
