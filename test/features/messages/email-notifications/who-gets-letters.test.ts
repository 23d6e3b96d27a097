import { describe, expect, test } from "vitest";
import { beginSubscriptions } from "../../../../src/features/channels/channels/subscribers.ts";
import { toChannelId, toUserId } from "../../../../src/protocol/ids.ts";
import { makeChannel } from "../../../support/channels.ts";
import { lettersAfter, PATIENCE_MS, readersOf } from "../../../support/letters.ts";
import { inRealm, sendDirect, sendToChannel } from "../../../support/messages.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";

const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;

interface Scene extends Cast {
  readonly channel: number;
}

/** An organization with a channel that everyone is subscribed to. */
async function scene(): Promise<Scene> {
  const cast = await realm();
  const { iris, omar, mona, noah, mia, gus } = cast;
  return { ...cast, channel: await channelOf(iris, "tea", [iris, omar, mona, noah, mia, gus]) };
}

/** Creates a channel. Its subscribers have read the notification about it. */
async function channelOf(who: Person, name: string, people: readonly Person[], settings = {}): Promise<number> {
  const channel = await makeChannel(who, name, people, settings);
  for (const person of people) await person.ok(person.post("/mark_all_as_read"));
  return channel;
}

const set = (who: Person, settings: object) => who.ok(who.patch("/settings", settings));
const setInChannel = (who: Person, stream_id: number, property: string, value: boolean) =>
  who.ok(who.post("/users/me/subscriptions/properties", { subscription_data: [{ stream_id, property, value }] }));
const setInTopic = (who: Person, stream_id: number, visibility_policy: number, topic = "t") =>
  who.ok(who.post("/user_topics", { stream_id, topic, visibility_policy }));
const ping = (who: Person, status = "active") =>
  who.ok(who.post("/users/me/presence", { status, ping_only: true, new_user_input: status === "active" }));

describe("an absent user", () => {
  test("gets an email about a direct message, unless the user sent it, is a bot, or disabled these emails", async () => {
    const { iris, noah, mia, omar, bot } = await realm();
    await set(omar, { enable_offline_email_notifications: false });
    const robot = await bot(iris);
    await sendDirect(mia, [noah, omar, robot], "Tea?");
    await sendDirect(mia, [mia], "Buy tea.");
    expect(readersOf(await lettersAfter(iris))).toEqual(["noah"]);
  });

  test("gets an email about a mention by name, group or wildcard, as the settings for each allow", async () => {
    const { iris, noah, mia, omar, mona, gus, channel } = await scene();
    await iris.ok(iris.post("/user_groups/create", { name: "brewers", description: "", members: [noah.id, mia.id] }));
    await set(mia, { enable_offline_email_notifications: false });
    await sendToChannel(iris, channel, "t", "@*brewers* and @**Omar Example**, and not @_**Mona Example**");
    expect(readersOf(await lettersAfter(iris))).toEqual(["noah", "omar"]);
    await set(mona, { wildcard_mentions_notify: false });
    await setInChannel(gus, channel, "wildcard_mentions_notify", false);
    await setInChannel(omar, channel, "is_muted", true);
    await setInTopic(noah, channel, MUTED, "u");
    await sendToChannel(iris, channel, "u", "@**all** water");
    expect(readersOf(await lettersAfter(iris)).slice(2)).toEqual([]);
    await setInTopic(noah, channel, FOLLOWED, "v");
    await set(noah, { wildcard_mentions_notify: false, enable_followed_topic_email_notifications: false });
    await setInTopic(omar, channel, UNMUTED, "v");
    await sendToChannel(iris, channel, "v", "@**all** water");
    expect(readersOf(await lettersAfter(iris))).toEqual(["noah", "noah", "omar", "omar"]);
    await set(noah, { enable_followed_topic_wildcard_mentions_notify: false });
    await setInTopic(omar, channel, MUTED, "v");
    await sendToChannel(iris, channel, "v", "@**all** more water");
    expect(readersOf(await lettersAfter(iris))).toHaveLength(4);
  });

  test("gets an email about a message in a channel or topic with email notifications enabled", async () => {
    const { iris, noah, mia, omar, mona, gus, channel } = await scene();
    await setInChannel(noah, channel, "email_notifications", true);
    await set(mia, { enable_stream_email_notifications: true });
    await set(omar, { enable_stream_email_notifications: true });
    await setInChannel(omar, channel, "email_notifications", false);
    await setInTopic(mona, channel, FOLLOWED);
    await setInTopic(gus, channel, FOLLOWED);
    await set(gus, { enable_followed_topic_email_notifications: false });
    await sendToChannel(iris, channel, "t", "The water boils.");
    expect(readersOf(await lettersAfter(iris))).toEqual(["mia", "mona", "noah"]);
    await setInTopic(noah, channel, MUTED);
    await setInChannel(mia, channel, "is_muted", true);
    await sendToChannel(iris, channel, "t", "It boils on.");
    expect(readersOf(await lettersAfter(iris))).toEqual(["mia", "mona", "mona", "noah"]);
  });

  test("gets an email about a channel message, even if another subscriber has no account", async () => {
    const { iris, channel } = await scene();
    const missing = [toUserId(100_000)];
    await inRealm(iris, (realm) => realm.change(() => beginSubscriptions(realm, toChannelId(channel), missing)));
    await sendToChannel(iris, channel, "t", "@**all** The water boils.");
    expect(readersOf(await lettersAfter(iris))).toEqual(["gus", "mia", "mona", "noah", "omar"]);
  });

  test("gets no email if the user has muted the sender or is deactivated", async () => {
    const { iris, noah, mia, omar, mona } = await realm();
    await noah.ok(noah.post(`/users/me/muted_users/${mia.id}`));
    await sendDirect(mia, [noah, omar, mona], "Tea?");
    await iris.ok(iris.delete(`/users/${omar.id}`));
    expect(readersOf(await lettersAfter(iris))).toEqual(["mona"]);
  });
});

describe("an email notification is not sent", () => {
  test("if the message was read, deleted, or is no longer visible", async () => {
    const { iris, noah, mia, omar, mona, channel } = await scene();
    const secret = await channelOf(iris, "secret", [iris, mona, omar], { invite_only: true });
    const read = await sendDirect(iris, [noah], "Tea?");
    const deleted = await sendDirect(iris, [mia], "Tea?");
    await sendToChannel(iris, secret, "t", "@**Omar Example** @**Mona Example**");
    const moved = await sendToChannel(iris, channel, "t", "@**Mia Example**");
    await noah.ok(noah.post("/messages/flags", { messages: [read], op: "add", flag: "read" }));
    await iris.ok(iris.delete(`/messages/${deleted}`));
    await omar.ok(omar.delete("/users/me/subscriptions", { subscriptions: ["secret"] }));
    await iris.ok(iris.patch(`/messages/${moved}`, { stream_id: secret, send_notification_to_new_thread: false }));
    expect(readersOf(await lettersAfter(iris))).toEqual(["mona"]);
  });

  test("if the settings changed or the mention was removed before it was due", async () => {
    const { iris, noah, mia, omar, mona, channel } = await scene();
    await setInChannel(omar, channel, "email_notifications", true);
    const id = await sendToChannel(iris, channel, "t", "@**Noah Example** @**Mia Example** @**Mona Example**");
    await set(noah, { enable_offline_email_notifications: false, enable_followed_topic_email_notifications: false });
    await setInTopic(omar, channel, MUTED);
    for (const who of [mia, mona]) await setInTopic(who, channel, 0);
    await iris.ok(iris.patch(`/messages/${id}`, { content: "@**Mona Example** alone" }));
    expect(readersOf(await lettersAfter(iris))).toEqual(["mona"]);
  });

  test("to a user who is active now, or who was active when the message arrived and stayed", async () => {
    const { iris, noah, mia, omar } = await realm();
    for (const who of [noah, mia]) await ping(who);
    await sendDirect(iris, [noah], "Tea?");
    await sendDirect(iris, [mia], "Tea?");
    await sendDirect(iris, [omar], "Tea?");
    await lettersAfter(iris, 60_000);
    await ping(mia);
    expect(readersOf(await lettersAfter(iris))).toEqual(["omar"]);
    // Noah left before the message, which shows only when his presence expires. Mia saw it arrive.
    expect(readersOf(await lettersAfter(iris, 200_000))).toEqual(["noah", "omar"]);
  });

  test("to a user who returned, until the user leaves again without reading", async () => {
    const { iris, noah } = await realm();
    await sendDirect(iris, [noah], "Tea?");
    await lettersAfter(iris, 60_000);
    await ping(noah);
    expect(readersOf(await lettersAfter(iris))).toEqual([]);
    expect(readersOf(await lettersAfter(iris, 200_000))).toEqual(["noah"]);
  });

  test("before the user's chosen delay is over", async () => {
    const { iris, noah, mia } = await realm();
    await set(noah, { email_notifications_batching_period_seconds: 3600 });
    await sendDirect(iris, [noah], "Tea?");
    await sendDirect(iris, [mia], "Tea?");
    expect(readersOf(await lettersAfter(iris, 100_000))).toEqual([]);
    expect(readersOf(await lettersAfter(iris))).toEqual(["mia"]);
    expect(readersOf(await lettersAfter(iris, 3_600_000 - PATIENCE_MS))).toEqual(["mia", "noah"]);
  });
});

test("an edit sends email notifications for added mentions, not for repeated ones or to users who muted the sender", async () => {
  const { iris, omar, channel } = await scene();
  await omar.ok(omar.post(`/users/me/muted_users/${iris.id}`));
  const id = await sendToChannel(iris, channel, "t", "@**Noah Example**");
  await omar.ok(omar.post("/messages/flags", { op: "remove", flag: "read", messages: [id] }));
  await lettersAfter(iris);
  const content = "@**Noah Example**, @**Mia Example** and @**Omar Example**";
  await iris.ok(iris.patch(`/messages/${id}`, { content }));
  expect(readersOf(await lettersAfter(iris))).toEqual(["mia", "noah"]);
});
