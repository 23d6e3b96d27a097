import { OWN_TEXTS, ownTextId } from "../../support/own-texts.ts";
import type { Fields, Json, Person } from "../../support/person.ts";
import { always, CONTENT, NO_CHANGE, OWN, some } from "../recorded.ts";
import {
  change,
  channelField,
  channelPath,
  type Operation,
  operation,
  type Sampled,
  type World,
  withFields,
} from "../world.ts";

const LATER = 4_000_000_000;

/** Creates an object as the caller, or as noah if the caller isn't allowed to. */
async function own({ noah }: World, who: Person, path: string, fields: Fields): Promise<Json> {
  const { body } = await who.post(path, fields);
  return body.result === "success" ? body : noah.ok(noah.post(path, fields));
}

const messagePath =
  (fields: Json = {}): Sampled =>
  async ({ message }) => ({ path: { message_id: await message() }, fields });

/** A browser's push subscription. */
const BROWSER = {
  endpoint: "https://fcm.googleapis.com/fcm/send/sample",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

const inTopic = (channel: number, topic: string) => ({ type: "channel", to: channel, topic });

/** Starts a call in a topic as noah. */
const callPath =
  (topic: string): Sampled =>
  async ({ noah, channel }) => {
    const { call_id } = await noah.ok(noah.post("/calls", inTopic(channel, topic)));
    return { path: { call_id } };
  };

const scheduledMessage = ({ channel }: World) => ({
  ...{ type: "channel", to: channel, topic: "tea", content: "later" },
  scheduled_delivery_timestamp: LATER,
});

const DAILY = { recurrence: "FREQ=DAILY", time_zone: "UTC" };

/** Sends a bot's message with a button. The bot is the caller, if the caller is one. */
async function offered({ channel, newBot }: World, who: Person): Promise<{ bot: Person; message: number }> {
  const buttons = [{ id: "ack", label: "Acknowledge", command: "/ack" }];
  const widget_content = { widget_type: "zform", extra_data: { type: "choices", buttons } };
  const fields = { ...inTopic(channel, "alerts"), content: "It burns", widget_content };
  const { body } = await who.post("/messages", fields);
  const bot = body.result === "success" ? who : await newBot();
  const message = body.id ?? (await bot.ok(bot.post("/messages", fields))).id;
  await bot.queue({ event_types: ["press"] });
  return { bot, message };
}
export const messages: readonly Operation[] = [
  operation("n k + b + + + +", "GET /calls", ({ channel }) => ({ fields: inTopic(channel, "talk") })),
  change("n k - b + + + +", "POST /calls", CONTENT, ({ channel }) => ({ fields: inTopic(channel, "talk") })),
  operation("n k + b + + + +", "GET /calls/:call_id", callPath("talk")),
  change("n k + b + + + +", "POST /calls/:call_id/decline", CONTENT, callPath("talk")),
  change("n k - b + + + +", "POST /calls/:call_id/end", some("call.ended_by_other"), callPath("ended")),
  change("n k + b + + + +", "POST /calls/:call_id/ticket", NO_CHANGE, callPath("talk")),
  operation("n k w b w w w w", "GET /calls/:call_id/room", callPath("talk")),
  operation("z z z z z z z z", "GET /calls/:call_id/room/by_ticket", async (world, who) => {
    const { path } = await callPath("talk")(world, who);
    return { ...(path && { path }), fields: { ticket: "x" } };
  }),
  operation("n k c c c c c c", "GET /calls/bigbluebutton/create", withFields({ meeting_name: "tea" })),
  operation("n k c c c c c c", "GET /calls/bigbluebutton/join", withFields({ bigbluebutton: "a.b" })),
  change("n k c c c c c c", "POST /calls/constructorgroups/create", NO_CHANGE),
  change("n k c c c c c c", "POST /calls/nextcloud_talk/create", NO_CHANGE, withFields({ room_name: "tea" })),
  change("n k p p p p + +", "POST /calls/test", NO_CHANGE),
  change("n k c c c c c c", "POST /calls/webex/create", NO_CHANGE),
  change("n k c c c c c c", "POST /calls/zoom/create", NO_CHANGE),
  change("n k + + + + + +", "POST /mark_all_as_read", OWN),
  change("n k + + + + + +", "POST /mark_stream_as_read", OWN, channelField),
  change("n k + + + + + +", "POST /mark_topic_as_read", OWN, ({ channel }) => ({
    fields: { stream_id: channel, topic_name: "tea" },
  })),
  operation("s k + + + + + +", "GET /messages", withFields({ anchor: "newest", num_before: 1, num_after: 0 })),
  change("n k + + + + + +", "POST /messages", CONTENT, ({ channel }) => ({
    fields: { type: "channel", to: channel, topic: "tea", content: "Hello" },
  })),
  change("n k - - + - + +", "DELETE /messages/:message_id", some("message.deleted_by_other"), messagePath()),
  operation("s k + + + + + +", "GET /messages/:message_id", messagePath()),
  change(
    "n k - - + - - -",
    "PATCH /messages/:message_id",
    some("message.moved_by_other"),
    messagePath({ content: "There is." }),
  ),
  operation("s k + + + + + +", "GET /messages/:message_id/history", messagePath()),
  change("n k + + + + + +", "DELETE /messages/:message_id/reactions", CONTENT, async ({ message }, who) => {
    const message_id = await message();
    await who.post(`/messages/${message_id}/reactions`, { emoji_name: "octopus" });
    return { path: { message_id }, fields: { emoji_name: "octopus" } };
  }),
  change("n k + + + + + +", "POST /messages/:message_id/reactions", CONTENT, messagePath({ emoji_name: "octopus" })),
  operation("n k + + + + + +", "GET /messages/:message_id/read_receipts", async ({ iris, message }) => {
    await iris.ok(iris.patch("/realm", { enable_read_receipts: true }));
    return { path: { message_id: await message() } };
  }),
  change("n k + + + + + +", "POST /messages/:message_id/report", always("report.made"), async ({ iris, message }) => {
    const reports = await iris
      .ok(iris.post("/channels/create", { name: "reports", subscribers: [], invite_only: true }))
      .catch(async () => ({ id: (await iris.ok(iris.get("/get_stream_id", { stream: "reports" }))).stream_id }));
    await iris.ok(iris.patch("/realm", { moderation_request_channel_id: reports.id }));
    return { path: { message_id: await message() }, fields: { report_type: "spam" } };
  }),
  change("n k + + + + + +", "POST /messages/:message_id/typing", NO_CHANGE, async (world, who) => {
    const { id } = await own(world, who, "/messages", { ...scheduledMessage(world), topic: "typed" });
    return { path: { message_id: id }, fields: { op: "start" } };
  }),
  change("n k + + + + + +", "POST /messages/flags", OWN, async ({ message }) => ({
    fields: { messages: [await message()], op: "add", flag: "starred" },
  })),
  change(
    "n k + + + + + +",
    "POST /messages/flags/narrow",
    OWN,
    withFields({
      ...{ anchor: "newest", num_before: 1, num_after: 0, narrow: [] },
      ...{ op: "add", flag: "read" },
    }),
  ),
  operation("n k + + + + + +", "GET /messages/matches_narrow", async ({ message }) => ({
    fields: { msg_ids: [await message()], narrow: [] },
  })),
  change("n k + + + + + +", "POST /messages/render", NO_CHANGE, withFields({ content: "*x*" })),
  change("n k d b d d d d", "POST /mobile_push/e2ee/test_notification", NO_CHANGE),
  change("n k + b + + + +", "POST /register_client_device", OWN),
  change("n k v b + v v v", "POST /remove_client_device", OWN, async ({ noah }) => ({
    fields: await noah.ok(noah.post("/register_client_device")),
  })),
  change(
    "n k u b u u u u",
    "POST /mobile_push/register",
    OWN,
    withFields({
      ...{ token_kind: "fcm", push_account_id: 7, push_public_key: "cHVibGlj" },
      ...{ bouncer_public_key: "Ym91bg==", encrypted_push_registration: "c2VjcmV0" },
    }),
  ),
  change("n k + b + + + +", "POST /mobile_push/test_notification", NO_CHANGE),
  operation("n k + + + + + +", "GET /navigation_views"),
  change("n k + + + + + +", "POST /navigation_views", OWN, withFields({ fragment: "inbox", is_pinned: true })),
  change("n k + + + + + +", "DELETE /navigation_views/:fragment+", OWN, async (_, who) => {
    await who.post("/navigation_views", { fragment: "recent", is_pinned: true });
    return { path: { fragment: "recent" } };
  }),
  change("n k + + + + + +", "PATCH /navigation_views/:fragment+", OWN, async (_, who) => {
    await who.post("/navigation_views", { fragment: "recent", is_pinned: true });
    return { path: { fragment: "recent" }, fields: { is_pinned: false } };
  }),
  operation("n k p p p p p +", "GET /realm/expiring_messages", withFields({ message_retention_days: 30 })),
  operation("n k + + + + + +", "GET /reminders"),
  change("n k + + + + + +", "POST /reminders", OWN, async ({ message }) => ({
    fields: { message_id: await message(), scheduled_delivery_timestamp: LATER },
  })),
  change("n k + + + + + +", "DELETE /reminders/:reminder_id", OWN, async (world, who) => {
    const fields = { message_id: await world.message(), scheduled_delivery_timestamp: LATER };
    return { path: { reminder_id: (await own(world, who, "/reminders", fields)).reminder_id } };
  }),
  change("n k + + + + + +", "PATCH /reminders/:reminder_id", OWN, async (world, who) => {
    const fields = { message_id: await world.message(), scheduled_delivery_timestamp: LATER };
    const { reminder_id } = await own(world, who, "/reminders", fields);
    return { path: { reminder_id }, fields: { note: "tea" } };
  }),
  operation("n k p p p p + +", "GET /scheduled_messages/paused"),
  change(
    "n k p p p p x x",
    "POST /scheduled_messages/paused/:scheduled_message_id",
    some("message.repetition_continued"),
    () => ({
      path: { scheduled_message_id: 99 },
      fields: { bot_id: 99 },
    }),
  ),
  change(
    "n k p p p p x x",
    "DELETE /scheduled_messages/paused/:scheduled_message_id",
    some("message.repetition_ended"),
    () => ({
      path: { scheduled_message_id: 99 },
    }),
  ),
  change("n k + + + + + +", "POST /scheduled_messages/:scheduled_message_id/skip", OWN, async (world, who) => {
    const fields = { ...scheduledMessage(world), ...DAILY };
    const { scheduled_message_id } = await own(world, who, "/scheduled_messages", fields);
    return { path: { scheduled_message_id } };
  }),
  change("n k + + + + + +", "POST /reminders/:reminder_id/skip", OWN, async (world, who) => {
    const fields = { message_id: await world.message(), scheduled_delivery_timestamp: LATER, ...DAILY };
    return { path: { reminder_id: (await own(world, who, "/reminders", fields)).reminder_id } };
  }),
  ...OWN_TEXTS.flatMap((text) => {
    const { list, id, fields } = text;
    const path = async (world: World, who: Person) => ({
      [id]: ownTextId(text, await own(world, who, `/${list}`, fields(world.noah.id, "tea"))),
    });
    return [
      operation("n k + + + + + +", `GET /${list}`),
      change("n k + + + + + +", `POST /${list}`, OWN, ({ noah }) => ({ fields: fields(noah.id, "tea") })),
      change("n k + + + + + +", `DELETE /${list}/:${id}`, OWN, async (world, who) => ({
        path: await path(world, who),
      })),
      change("n k + + + + + +", `PATCH /${list}/:${id}`, OWN, async (world, who) => ({
        path: await path(world, who),
        fields: text.change("much tea"),
      })),
    ];
  }),
  change("n k p p p p + +", "POST /streams/:stream_id/delete_topic", some("topic.deleted"), ({ channel }) => ({
    path: { stream_id: channel },
    fields: { topic_name: "coffee" },
  })),
  change("n k + b + + + +", "POST /messages/:message_id/press", CONTENT, async (world, who) => {
    const { message } = await offered(world, who);
    return { path: { message_id: message }, fields: { button_id: "ack", local_id: `p${world.count}` } };
  }),
  operation("n k + b + + + +", "GET /presses", withFields({ message_ids: [1] })),
  change("n k h + h h h h", "POST /presses/:press_id/answer", CONTENT, async (world, who) => {
    const { message } = await offered(world, who);
    const fields = { button_id: "ack", local_id: `p${world.count}` };
    const { press_id } = await world.noah.ok(world.noah.post(`/messages/${message}/press`, fields));
    return { path: { press_id }, fields: { private: "Thanks" } };
  }),
  change("n k + + + + + +", "POST /submessage", CONTENT, async (world, who) => {
    const poll = { type: "channel", to: world.channel, topic: "poll", content: "/poll Tea?\nyes\nno" };
    const { id } = await own(world, who, "/messages", poll);
    return { fields: { message_id: id, msg_type: "widget", content: '{"type":"vote","key":"canned,0","vote":1}' } };
  }),
  change("n k + + + + + +", "POST /typing", NO_CHANGE, ({ mia }) => ({ fields: { op: "start", to: [mia.id] } })),
  operation("s k + + + + + +", "GET /users/me/:stream_id/topics", channelPath),
  change("n k + b + + + +", "DELETE /users/me/android_gcm_reg_id", OWN, withFields({ token: "abcdef01" })),
  change("n k + b + + + +", "POST /users/me/android_gcm_reg_id", OWN, withFields({ token: "abcdef01" })),
  change("n k + b + + + +", "DELETE /users/me/apns_device_token", OWN, withFields({ token: "abcdef01" })),
  change(
    "n k + b + + + +",
    "POST /users/me/apns_device_token",
    OWN,
    withFields({ token: "abcdef01", appid: "org.example" }),
  ),
  operation("n k + b + + + +", "GET /users/me/web_push_devices"),
  change("n k + b + + + +", "POST /users/me/web_push_devices", OWN, async (_, who) => {
    await who.get("/users/me/web_push_devices");
    return { fields: BROWSER };
  }),
  change("n k q b + q q q", "DELETE /users/me/web_push_devices/:device_id", OWN, async ({ noah }) => {
    await noah.ok(noah.get("/users/me/web_push_devices"));
    const { device_id } = await noah.ok(noah.post("/users/me/web_push_devices", BROWSER));
    return { path: { device_id } };
  }),
  change("n k q b q q q q", "POST /users/me/web_push_devices/test", NO_CHANGE, withFields({ device_id: 0 })),
  change("n k + + + + + +", "POST /zcommand", OWN, withFields({ command: "/dark" })),
];
