import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { TESTED_CLIENTS } from "../../src/protocol/tested-clients.ts";
import failing from "../clients/failing.json";
import { checkDecoded, judge } from "../clients/judge.ts";
import { zulipTerminal } from "../clients/zulip-terminal.ts";
import { makeChannel } from "../support/channels.ts";
import { sendFiles } from "../support/files.ts";
import { fetchMessages, sendToChannel } from "../support/messages.ts";
import { realm } from "../support/organization.ts";
import { type Fields, type Json, Person } from "../support/person.ts";
import { png } from "../support/pictures.ts";

// The requests that existing clients send when they start, and the response fields that each needs. Without them, the
// client throws, refuses, or shows nothing.

/** Paths into a response. The part after [] must be in each item of a list, which must not be empty. */
function missing(reply: Json, paths: readonly string[]): string[] {
  const found = (value: Json, [name, ...rest]: readonly string[]): boolean => {
    if (name === undefined) return value !== undefined;
    if (value === null || typeof value !== "object") return false;
    if (name.endsWith("[]")) {
      const list: Json[] = Object.values(value[name.slice(0, -2)] ?? {});
      return list.length > 0 && list.every((item) => found(item, rest));
    }
    return found(value[name], rest);
  };
  return paths.filter((path) => !found(reply, path.split(".")));
}

const under = (path: string, names: string): string[] => names.split(" ").map((name) => `${path}.${name}`);
const CHANNEL = "stream_id name description rendered_description date_created invite_only is_web_public";
const UNREAD = "pms streams huddles mentions";

const CLIENTS: Record<string, { agent: string; register: Fields; needs: string[] }> = {
  "zulip-flutter": {
    agent: `ZulipFlutter/${TESTED_CLIENTS.ZulipFlutter} (Android 16)`,
    register: {
      ...{ apply_markdown: true, client_gravatar: false, slim_presence: true, idle_queue_timeout: "mobile" },
      client_capabilities: {
        ...{ notification_settings_null: true, bulk_message_deletion: true, user_avatar_url_field_optional: false },
        ...{ stream_typing_notifications: true, user_settings_object: true, include_deactivated_groups: true },
        ...{ empty_topic_name: true, individual_emoji_changes: true },
      },
    },
    needs: [
      ...["queue_id", "last_event_id", "zulip_feature_level", "zulip_version", "zulip_merge_base", "alert_words"],
      ...["custom_profile_fields", "max_stream_name_length", "max_topic_length", "muted_users", "presences"],
      ...["server_presence_ping_interval_seconds", "server_presence_offline_threshold_seconds", "realm_emoji"],
      ...["recent_private_conversations", "saved_snippets", "starred_messages", "user_status", "user_topics"],
      ...["realm_wildcard_mention_policy", "realm_mandatory_topics", "realm_name", "realm_waiting_period_threshold"],
      ...["realm_allow_message_editing", "realm_message_content_edit_limit_seconds", "realm_enable_read_receipts"],
      ...["realm_icon_url", "realm_presence_disabled", "realm_default_external_accounts", "max_file_upload_size_mib"],
      ...["server_emoji_data_url", "event_queue_longpoll_timeout_seconds", "realm_non_active_users"],
      ...under("user_settings", "starred_message_counts display_emoji_reaction_users emojiset presence_enabled"),
      ...under("streams[]", `${CHANNEL} history_public_to_subscribers`),
      ...under("subscriptions[]", `${CHANNEL} history_public_to_subscribers color is_muted pin_to_top`),
      ...under("realm_users[]", "user_id email full_name date_joined is_bot role timezone avatar_version"),
      ...under("cross_realm_bots[]", "user_id email full_name"),
      ...under("realm_user_groups[]", "id name description members direct_subgroup_ids is_system_group"),
      ...under("unread_msgs", `${UNREAD} count old_unreads_missing`),
    ],
  },
  "zulip-mobile": {
    agent: `ZulipMobile/${TESTED_CLIENTS.ZulipMobile} (iOS 17)`,
    register: {
      fetch_event_types: [
        ...["alert_words", "custom_profile_fields", "message", "muted_topics", "muted_users", "presence", "realm"],
        ...["realm_emoji", "realm_filters", "realm_linkifiers", "realm_user", "realm_user_groups"],
        ...["recent_private_conversations", "stream", "subscription", "update_display_settings"],
        ...["update_global_notifications", "update_message_flags", "user_settings", "user_status", "user_topic"],
        "zulip_version",
      ],
      ...{ apply_markdown: true, include_subscribers: false, client_gravatar: true },
      client_capabilities: {
        ...{ notification_settings_null: true, bulk_message_deletion: true },
        ...{ user_avatar_url_field_optional: true, user_settings_object: true },
      },
    },
    needs: [
      ...["queue_id", "zulip_version", "alert_words", "max_message_id", "muted_users", "presences", "realm_emoji"],
      ...["realm_filters", "realm_linkifiers", "recent_private_conversations", "user_status", "user_topics", "user_id"],
      ...under("user_settings", "twenty_four_hour_time display_emoji_reaction_users"),
      ...under("subscriptions[]", `${CHANNEL} color in_home_view pin_to_top`),
      ...under("unread_msgs", UNREAD),
    ],
  },
  "zulip-terminal": {
    agent: `ZulipTerminal/${TESTED_CLIENTS.ZulipTerminal} Linux`,
    register: {
      event_types: ["message", "update_message", "reaction", "subscription", "typing", "update_message_flags"],
      fetch_event_types: [
        ...["realm", "presence", "subscription", "message", "starred_messages", "update_message_flags"],
        ...["muted_topics", "realm_user", "realm_user_groups", "update_global_notifications"],
        ...["update_display_settings", "user_settings", "realm_emoji", "zulip_version"],
      ],
      ...{ client_gravatar: true, apply_markdown: true, include_subscribers: true },
    },
    needs: [
      ...["queue_id", "last_event_id", "max_message_id", "zulip_version", "user_id", "email", "full_name"],
      ...["realm_name", "presences", "muted_topics", "realm_emoji", "starred_messages", "twenty_four_hour_time"],
      ...["realm_message_retention_days", "pm_content_in_desktop_notifications", "realm_allow_edit_history"],
      ...["realm_allow_message_editing", "realm_message_content_edit_limit_seconds"],
      "user_settings.send_private_typing_notifications",
      ...under("cross_realm_bots[]", "user_id email full_name"),
      ...under("realm_user_groups[]", "id name"),
      ...under("unread_msgs", UNREAD),
    ],
  },
  matterbridge: {
    agent: "Go-http-client/1.1",
    register: { event_types: ["message"], all_public_streams: true },
    needs: ["queue_id", "last_event_id", "max_message_id"],
  },
};

test.each(Object.entries(CLIENTS))("%s gets everything it needs from its registration", async (_, client) => {
  const { noah, mia } = await realm();
  await sendToChannel(mia, await makeChannel(noah, "harbour", [noah, mia]), "tides", "High water");
  const someone = new Person(noah.host, noah.email, noah.key, noah.id, client.agent);
  const reply = await someone.ok(someone.post("/register", client.register));
  expect(missing(reply, client.needs)).toEqual([]);
  // Newer than the server's feature level. Clients that send it work without it.
  expect(reply.ignored_parameters_unsupported ?? ["idle_queue_timeout"]).toEqual(["idle_queue_timeout"]);
});

/** By feature level: what Zulip's web client of releases 10 and 11 finds in place of what that level removed. */
const REMOVED: Record<string, (state: Json, exported: Json) => unknown> = {
  "426": ({ realm_is_zephyr_mirror_realm }) => realm_is_zephyr_mirror_realm,
  "427": ({ server_supported_permission_settings }) =>
    JSON.stringify(server_supported_permission_settings).match(/stream_creator_or_nobody/)?.[0],
  "449": (_, { export_type }) => (typeof export_type === "number" ? export_type : undefined),
  "453": ({ gif_rating_options }) => gif_rating_options,
  "474": ({ realm_bots: [bot] }) => bot.full_name ?? bot.email ?? bot.bot_type ?? bot.owner_id ?? bot.is_active,
};

test("older Zulip web clients miss exactly the data listed on the compatibility page", async () => {
  const { iris } = await realm();
  await iris.ok(iris.post("/bots", { full_name: "Bridge", short_name: "bridge", bot_type: 1 }));
  await iris.ok(iris.post("/export/realm"));
  const state = await iris.ok(iris.post("/register"));
  const { exports: exported } = await iris.ok(iris.get("/export/realm"));
  const found = Object.entries(REMOVED).map(([level, read]) => [level, read(state, exported[0])]);
  expect(found).toEqual(Object.keys(failing["zulip-web"]).map((level) => [level, undefined]));
});

test("zulip-flutter sends a message, and reads a page", async () => {
  const { noah, mia } = await realm();
  const id = await makeChannel(noah, "harbour", [noah, mia]);
  const { agent, register } = CLIENTS["zulip-flutter"] ?? {};
  const flutter = new Person(noah.host, noah.email, noah.key, noah.id, agent);
  const { queue_id, last_event_id } = await flutter.ok(flutter.post("/register", register));
  const echo = { queue_id, local_id: "1234", read_by_sender: true };
  const sent = { type: "channel", to: id, topic: "", content: "From a telephone", ...echo };
  const { id: message_id } = await flutter.ok(flutter.post("/messages", sent));
  const { events } = await flutter.ok(flutter.get("/events", { queue_id, last_event_id }));
  const [event] = events.filter(({ type }: Json) => type === "message");
  expect(event).toMatchObject({ local_message_id: "1234", flags: ["read"], message: { id: message_id, subject: "" } });
  const range = { anchor: "first_unread", num_before: 100, num_after: 100, allow_empty_topic_name: true };
  const fetched = await fetchMessages(flutter, { ...range, narrow: [{ operator: "channel", operand: id }] });
  const fields = "id type client content content_type flags is_me_message reactions sender_id sender_email";
  const needs = [
    ...["anchor", "found_anchor", "found_newest", "found_oldest", "history_limited"],
    ...under(
      "messages[]",
      `${fields} sender_full_name sender_realm_str timestamp subject display_recipient avatar_url`,
    ),
  ];
  expect(missing(fetched, needs)).toEqual([]);
  const presence = { last_update_id: -1, history_limit_days: 14, new_user_input: true, ping_only: false };
  const pinged = await flutter.ok(
    flutter.post("/users/me/presence", { ...presence, status: "active", slim_presence: true }),
  );
  expect(missing(pinged, ["presence_last_update_id", "server_timestamp", `presences.${noah.id}`])).toEqual([]);
});

test("zulip-terminal decodes its registration, messages and events, and needs every field in its table", async () => {
  const { iris, noah, mia } = await realm();
  const { agent, register = {} } = CLIENTS["zulip-terminal"] ?? {};
  const terminal = new Person(noah.host, noah.email, noah.key, noah.id, agent);
  const channel = await makeChannel(noah, "harbour", [noah, mia]);
  const id = await sendToChannel(mia, channel, "tides", "High water");
  await mia.ok(mia.post(`/messages/${id}/reactions`, { emoji_name: "tada" }));
  const { event_types, ...rest } = register as { event_types: string[] };
  const queue = await terminal.queue({ ...rest, event_types: [...event_types, ...SETTINGS] });
  expect(checkDecoded(zulipTerminal, "Registration", queue.state)).toBeGreaterThan(60);
  expect(checkDecoded(zulipTerminal, "ServerSettings", await noah.ok(noah.get("/server_settings")))).toBeGreaterThan(
    20,
  );
  const page = await fetchMessages(terminal, { narrow: [{ operator: "channel", operand: channel }] });
  expect(checkDecoded(zulipTerminal, "Page", page)).toBeGreaterThan(30);
  const said = await sendToChannel(mia, channel, "tides", "Low water");
  await mia.ok(mia.patch(`/messages/${said}`, { content: "Low water at four" }));
  await mia.ok(mia.patch(`/messages/${said}`, { topic: "ebb" }));
  await mia.ok(mia.post(`/messages/${said}/reactions`, { emoji_name: "tada" }));
  await noah.ok(noah.post("/messages/flags", { messages: [said], op: "add", flag: "starred" }));
  await mia.ok(mia.post("/typing", { type: "direct", op: "start", to: [noah.id] }));
  await mia.ok(mia.patch("/settings", { full_name: "Mia the Second" }));
  for (const fields of [{ twenty_four_hour_time: true }, { pm_content_in_desktop_notifications: false }])
    await noah.ok(noah.patch("/settings", fields));
  await noah.ok(noah.patch("/settings", { send_private_typing_notifications: false }));
  await iris.ok(sendFiles(iris, "/realm/emoji/pan", [new File([png()], "pan.png", { type: "image/png" })]));
  const property = { stream_id: channel, property: "is_muted", value: true };
  await noah.ok(noah.post("/users/me/subscriptions/properties", { subscription_data: [property] }));
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "harbour" }] }));
  const events = await queue.events();
  for (const event of events) checkDecoded(zulipTerminal, "Event", event);
  const read = (event: Json) => judge(zulipTerminal, "Event", event).sites.length > 0;
  const known = Object.keys(zulipTerminal.cases["Event"] ?? {}).map((name) => name.split("/")[0]);
  expect([...new Set(events.filter(read).map(({ type }) => type))].sort()).toEqual(known.sort());
});

/** Event types of the terminal client's settings, and of people and emoji. */
const SETTINGS = [
  "realm_user",
  "realm_emoji",
  "user_settings",
  "update_display_settings",
  "update_global_notifications",
];

test("matterbridge registers with unescaped lists, and receives and sends messages", async () => {
  const { iris, noah } = await realm();
  const bot = await iris.ok(iris.post("/bots", { full_name: "Bridge", short_name: "bridge", bot_type: 1 }));
  const { user } = await iris.ok(iris.get(`/users/${bot.user_id}`));
  const bridge = new Person(iris.host, user.email, bot.api_key, bot.user_id, "Go-http-client/1.1");
  const answer = await exports.default.fetch(`http://${iris.host}/api/v1/register`, {
    method: "POST",
    headers: {
      Host: iris.host,
      Authorization: `Basic ${btoa(`${user.email}:${bot.api_key}`)}`,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: 'event_types=["message"]&all_public_streams=true',
  });
  const { queue_id, last_event_id } = (await answer.json()) as Json;
  const channel = await makeChannel(noah, "harbour", [noah]);
  const { streams } = await bridge.ok(bridge.get("/streams"));
  const { name } = streams.find(({ stream_id }: Json) => stream_id === channel);
  await sendToChannel(noah, name, "tides", "High **water**");
  const { events } = await bridge.ok(bridge.get("/events", { queue_id, last_event_id }));
  const heard = events.filter(({ message }: Json) => message?.sender_id === noah.id);
  expect(heard).toMatchObject([
    {
      message: {
        ...{ stream_id: channel, subject: "tides", content: "High **water**", avatar_url: expect.any(String) },
        ...{ sender_email: noah.email, sender_full_name: "Noah Example" },
      },
    },
  ]);
  const said = { type: "stream", to: name, subject: "tides", content: "Low water" };
  const { id } = await bridge.ok(bridge.post("/messages", said));
  await bridge.ok(bridge.patch(`/messages/${id}`, { content: "Low water at four" }));
});
