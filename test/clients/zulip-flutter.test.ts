import { expect, test } from "vitest";
import { TESTED_CLIENTS } from "../../src/protocol/tested-clients.ts";
import { filled } from "../features/server/exports/filled.ts";
import { makeChannel } from "../support/channels.ts";
import { sendFiles, textFile } from "../support/files.ts";
import { groupIds } from "../support/groups.ts";
import { fetchMessages, sendDirect, sendToChannel } from "../support/messages.ts";
import { type Json, Person } from "../support/person.ts";
import { png } from "../support/pictures.ts";
import { react, unreact } from "../support/reactions.ts";
import failing from "./failing.json";
import * as judged from "./judge.ts";
import { unknownRequests } from "./unknown-requests.ts";
import { zulipFlutter } from "./zulip-flutter.ts";

// Decodes responses and events like Zulip's app, by the table in this folder, which a script generates from the app's
// sources. The app shows an error for what it can't decode, or omits it.

const AGENT = `ZulipFlutter/${TESTED_CLIENTS.ZulipFlutter} (Android 16)`;
const inApp = ({ host, email, key, id }: Person) => new Person(host, email, key, id, AGENT);

/** Parameters that the table's release sends, and those that newer ones add. */
const REGISTER = {
  ...zulipFlutter.requests.registerQueue.sends,
  idle_queue_timeout: "mobile",
  client_capabilities: {
    ...zulipFlutter.requests.registerQueue.sends.client_capabilities,
    individual_emoji_changes: true,
  },
};
/** With the list of all emoji in an event, as releases without `individual_emoji_changes` get it. */
const { registerQueue: OF_TABLE } = zulipFlutter.requests;

const checkDecoded = (type: string, answer: Json) => judged.checkDecoded(zulipFlutter, type, answer);

test("the app decodes the server's settings, its registration, and pages of messages", async () => {
  const { noah, mia, gus, message } = await filled();
  const app = inApp(noah);
  await sendDirect(mia, [noah], "unread");
  await sendDirect(mia, [noah, gus].slice(0, 1), "unread too");
  expect(checkDecoded("GetServerSettingsResult", await app.ok(app.get("/server_settings")))).toBeGreaterThan(40);
  const registered = await app.ok(app.post("/register", REGISTER));
  expect(checkDecoded("InitialSnapshot", registered)).toBeGreaterThan(300);
  const page = await fetchMessages(app, {
    anchor: "newest",
    num_before: 100,
    num_after: 0,
    allow_empty_topic_name: true,
  });
  expect(checkDecoded("GetMessagesResult", page)).toBeGreaterThan(80);
  checkDecoded("GetMessageResult", await app.ok(app.get(`/messages/${message}`, { allow_empty_topic_name: true })));
  const [topics] = registered.subscriptions.map(({ stream_id }: Json) => `/users/me/${stream_id}/topics`);
  checkDecoded("GetChannelTopicsResult", await app.ok(app.get(topics, { allow_empty_topic_name: true })));
  checkDecoded("GetReadReceiptsResult", await app.ok(app.get(`/messages/${message}/read_receipts`)));
  checkDecoded("GetOwnUserResult", await app.ok(app.get("/users/me")));
});

test("the app decodes the responses to its requests", async () => {
  const { noah, mia, message } = await filled();
  const app = inApp(noah);
  const { queue_id } = await app.ok(app.post("/register", REGISTER));
  const id = await makeChannel(noah, "quay", [noah, mia]);
  const echo = { queue_id, local_id: "12", read_by_sender: true };
  const sent = await app.ok(app.post("/messages", { type: "stream", to: id, topic: "", content: "x", ...echo }));
  checkDecoded("SendMessageResult", sent);
  checkDecoded("UpdateMessageResult", await app.ok(app.patch(`/messages/${sent.id}`, { content: "y" })));
  const flags = { op: "add", flag: "starred" };
  const range = { anchor: "newest", num_before: 5, num_after: 0, narrow: [{ operator: "channel", operand: id }] };
  checkDecoded(
    "UpdateMessageFlagsResult",
    await app.ok(app.post("/messages/flags", { messages: [message], ...flags })),
  );
  checkDecoded(
    "UpdateMessageFlagsForNarrowResult",
    await app.ok(app.post("/messages/flags/narrow", { ...range, ...flags })),
  );
  const presence = { last_update_id: -1, history_limit_days: 14, new_user_input: true, ping_only: false };
  const pinged = await app.ok(app.post("/users/me/presence", { ...presence, status: "active", slim_presence: true }));
  checkDecoded("UpdatePresenceResult", pinged);
  const uploaded = await app.ok(sendFiles(app, "/user_uploads", [textFile("notes")]));
  checkDecoded("UploadFileResult", uploaded);
  const { uri } = uploaded;
  checkDecoded("GetFileTemporaryUrlResult", await app.ok(app.get(uri)));
  const { device_id } = await app.ok(app.post("/register_client_device"));
  expect(device_id).toEqual(expect.any(Number));
});

test("the app decodes every kind of event that it knows", async () => {
  const { iris, omar, mona, noah, mia, more } = await filled();
  const app = inApp(noah);
  const queue = await app.queue(REGISTER);
  const older = await app.queue(OF_TABLE.sends);
  const ok = (call: ReturnType<typeof iris.post>) => iris.ok(call);

  const image = new File([png()], "pan.png", { type: "image/png" });
  await iris.ok(sendFiles(noah, "/realm/emoji/pan", [image]));
  await ok(noah.post("/users/me/alert_words", { alert_words: ["anchor"] }));
  for (const [name, value] of Object.entries({
    twenty_four_hour_time: true,
    emojiset: "text",
    presence_enabled: false,
  }))
    await ok(noah.patch("/settings", { [name]: value }));
  await ok(noah.patch("/settings", { presence_enabled: true }));
  await ok(iris.post("/realm/profile_fields", { name: "Cup", field_type: 2 }));
  const { group_id } = await ok(
    iris.post("/user_groups/create", { name: "sailors", description: "", members: [mia.id] }),
  );
  await ok(iris.patch(`/user_groups/${group_id}`, { name: "crew" }));
  await ok(iris.post(`/user_groups/${group_id}/members`, { add: [noah.id] }));
  await ok(iris.post(`/user_groups/${group_id}/members`, { delete: [noah.id] }));
  const subgroup = (await groupIds(iris))["cooks"];
  await ok(iris.post(`/user_groups/${group_id}/subgroups`, { add: [subgroup] }));
  await ok(iris.post(`/user_groups/${group_id}/subgroups`, { delete: [subgroup] }));
  await ok(iris.post(`/user_groups/${group_id}/deactivate`));
  const newcomer = await more({ name: "Newcomer" });
  await ok(mia.patch("/settings", { full_name: "Mia the Second" }));
  await iris.ok(sendFiles(mia, "/users/me/avatar", [image]));
  const { id: field } = (await ok(iris.get("/realm/profile_fields"))).custom_fields[0];
  await ok(mia.patch("/users/me/profile_data", { data: [{ id: field, value: "green" }] }));
  await ok(iris.patch(`/users/${mia.id}`, { role: 300 }));
  await ok(iris.delete(`/users/${newcomer.id}`));
  const { saved_snippet_id } = await ok(noah.post("/saved_snippets", { title: "A", content: "b" }));
  await ok(noah.patch(`/saved_snippets/${saved_snippet_id}`, { title: "C" }));
  await ok(noah.delete(`/saved_snippets/${saved_snippet_id}`));
  const channel = await makeChannel(iris, "quay", [iris, noah, mia]);
  await ok(iris.patch(`/streams/${channel}`, { description: "Where ships lie" }));
  await ok(iris.patch(`/streams/${channel}`, { is_private: true }));
  for (const [property, value] of Object.entries({ color: "#123456", is_muted: true, push_notifications: true })) {
    const subscription_data = [{ stream_id: channel, property, value }];
    await ok(noah.post("/users/me/subscriptions/properties", { subscription_data }));
  }
  await ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "quay" }], principals: [omar.id] }));
  await ok(iris.delete("/users/me/subscriptions", { subscriptions: ["quay"], principals: [omar.id] }));
  const { channel_folder_id } = await ok(iris.post("/channel_folders/create", { name: "Boats", description: "" }));
  await ok(iris.patch(`/channel_folders/${channel_folder_id}`, { name: "Ships" }));
  const folders = (await ok(iris.get("/channel_folders"))).channel_folders.map(({ id }: Json) => id);
  await ok(iris.patch("/channel_folders", { order: folders.reverse() }));
  await ok(mia.post("/users/me/status", { status_text: "away", emoji_name: "tada" }));
  await ok(noah.post("/user_topics", { stream_id: channel, topic: "ropes", visibility_policy: 3 }));
  await ok(noah.post(`/users/me/muted_users/${mona.id}`));
  const said = await sendToChannel(mia, channel, "ropes", "@**Noah Example** haul");
  await sendDirect(mia, [noah], "haul");
  await ok(mia.patch(`/messages/${said}`, { content: "@**Noah Example** heave" }));
  await ok(iris.patch(`/messages/${said}`, { topic: "lines" }));
  await ok(noah.post("/messages/flags", { messages: [said], op: "add", flag: "read" }));
  await ok(noah.post("/messages/flags", { messages: [said], op: "remove", flag: "read" }));
  const emoji = { emoji_name: "tada" };
  await ok(react(mia, said, emoji));
  await ok(unreact(mia, said, emoji));
  const poll = await sendToChannel(mia, channel, "ropes", "/poll Which?\nhemp\njute");
  const vote = JSON.stringify({ type: "vote", key: "canned,0", vote: 1 });
  await ok(noah.post("/submessage", { message_id: poll, msg_type: "widget", content: vote }));
  await ok(mia.post("/typing", { type: "channel", op: "start", stream_id: channel, topic: "ropes" }));
  await ok(mia.post("/typing", { type: "direct", op: "start", to: [noah.id] }));
  await ok(mia.post("/users/me/presence", { status: "active", new_user_input: true }));
  await ok(iris.delete(`/messages/${said}`));
  await ok(noah.delete("/users/me/subscriptions", { subscriptions: ["quay"] }));

  const events = [...(await queue.events()), ...(await older.events())];
  const unreadable = failing["zulip-flutter"];
  for (const event of events)
    if (Object.hasOwn(unreadable, `${event.type}/${event.op}`))
      expect(judged.judge(zulipFlutter, "Event", event).complaints).not.toEqual([]);
    else checkDecoded("Event", event);
  const seen = new Set(events.flatMap(({ type, op }) => [type, `${type}/${op}`]));
  const never = Object.keys(zulipFlutter.cases["Event"] ?? {}).filter((name) => !seen.has(name));
  // For a quiet queue, for people who can't see everyone, and for clients without `include_deactivated_groups`.
  expect(never).toEqual(["heartbeat", "realm_user/remove", "user_group/remove"]);
});

test("every field in the app's table has a known reader function or an explanation", () => {
  const { answers, readers, unread } = zulipFlutter;
  const used = Object.values(answers).flatMap((fields) => Object.values(fields).map((type) => type.split(" by ")[1]));
  expect(used.filter((name) => name !== undefined && !(name in readers))).toEqual([]);
  const explained = (what: string) =>
    Object.keys(readers).some((name) => what.includes(name)) || BY_HAND.some((name) => what.startsWith(name));
  expect(unread.filter((what) => !explained(what))).toEqual([]);
});

/** Decoded without a generated function: checked by `more` in zulip-flutter.ts, or of any form. */
const BY_HAND = [
  ...["DmMessage.display_recipient", "DmMessage.flags", "DmMessage.reactions", "StreamMessage.flags"],
  ...["StreamMessage.reactions", "RealmUserRemoveEvent", "GroupSettingValue", "Poll", "UserStatusChange"],
  "TypingEvent.recipients",
];

test("the server knows every request and parameter of the app, except scheduled_end_time of a status", () => {
  // The app first checks whether the server knows this parameter.
  expect(unknownRequests(zulipFlutter.requests)).toEqual(["POST users/me/status scheduled_end_time"]);
});
