import { describe, expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { type Cast, casts } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { pushes, settled, takesAll, withPushService } from "./push-service.ts";

const newCast = casts();

interface Scene extends Cast {
  readonly channel: number;
}

type Act = (scene: Scene) => Promise<unknown>;

/**
 * Runs an action, usually a message of mia's. Everyone else has a phone; noah and omar are subscribed to the channel.
 * Returns the notified users, and the subtitles, which show the reasons.
 */
async function notified(before: Act, act: Act): Promise<{ who: Json[]; why: Json[] }> {
  const cast = await newCast();
  const { mia, noah, omar, iris, gus } = cast;
  let result: { who: Json[]; why: Json[] } = { who: [], why: [] };
  await withPushService(mia, takesAll, async (asked) => {
    for (const person of [noah, omar, iris, gus]) {
      await person.ok(person.post("/users/me/apns_device_token", { token: "c0ffee", appid: "a" }));
    }
    const channel = await makeChannel(iris, "tea", [mia, noah, omar]);
    const scene = { ...cast, channel };
    await before(scene);
    await settled(mia);
    const earlier = pushes(asked, "plain").length;
    await act(scene);
    await settled(mia);
    const sent = pushes(asked, "plain").slice(earlier);
    const names = new Map(Object.entries({ noah, omar, iris, gus }).map(([name, { id }]) => [id, name]));
    result = {
      who: sent.map(({ user_id }) => names.get(user_id)).sort(),
      why: [...new Set(sent.map(({ apns_payload }) => apns_payload.alert.subtitle.replace(/^Mia Example/, "")))],
    };
  });
  return result;
}

const nothing = () => Promise.resolve();
const set =
  (settings: object): Act =>
  ({ noah }) =>
    noah.ok(noah.patch("/settings", settings));
const setInChannel =
  (property: string, value: boolean): Act =>
  ({ noah, channel }) =>
    noah.ok(
      noah.post("/users/me/subscriptions/properties", {
        subscription_data: [{ stream_id: channel, property, value }],
      }),
    );
const setInTopic =
  (visibility_policy: number): Act =>
  ({ noah, channel }) =>
    noah.ok(noah.post("/user_topics", { stream_id: channel, topic: "t", visibility_policy }));
const all =
  (...acts: Act[]): Act =>
  async (scene) => {
    for (const act of acts) await act(scene);
  };
const says =
  (content: string): Act =>
  ({ mia, channel }) =>
    sendToChannel(mia, channel, "t", content);
const ping =
  (status: "active" | "idle"): Act =>
  ({ noah }) =>
    noah.ok(noah.post("/users/me/presence", { status, ping_only: true, new_user_input: status === "active" }));
const later =
  (seconds: number): Act =>
  ({ mia }) =>
    advanceClock(mia, seconds * 1000);

const muteSender: Act = ({ noah, mia }) => noah.ok(noah.post(`/users/me/muted_users/${mia.id}`));

const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;
const noMentions = { enable_offline_push_notifications: false };

describe("[users 10] direct messages notify", () => {
  const toNoah: Act = ({ mia, noah }) => sendDirect(mia, [noah], "hi");
  test.each<[string, Act, Act, string[]]>([
    ["their recipient", nothing, toNoah, ["noah"]],
    ["all their recipients", nothing, ({ mia, noah, gus }) => sendDirect(mia, [noah, gus], "hi"), ["gus", "noah"]],
    ["not their sender", nothing, ({ noah }) => sendDirect(noah, [noah], "to myself"), []],
    ["no one who has turned these notifications off", set(noMentions), toNoah, []],
    ["no one who has muted the sender", muteSender, toNoah, []],
    ["no one without a phone", nothing, ({ noah, mia }) => sendDirect(noah, [mia], "hi"), []],
    [
      "no one who has removed their phone's token",
      ({ noah }) => noah.ok(noah.delete("/users/me/apns_device_token", { token: "c0ffee" })),
      toNoah,
      [],
    ],
  ])("%s", async (_, before, act, who) => {
    expect((await notified(before, act)).who).toEqual(who);
  });
});

describe("[users 10] a user who is active at a client is notified", () => {
  const toNoah: Act = ({ mia, noah }) => sendDirect(mia, [noah], "hi");
  const offlineOnly = set({ enable_online_push_notifications: false });
  test.each<[string, Act, string[]]>([
    ["unless they have turned online notifications off", ping("active"), ["noah"]],
    ["not, with online notifications off", all(offlineOnly, ping("active")), []],
    ["not, with online notifications off, 195 seconds later", all(offlineOnly, ping("active"), later(195)), []],
    ["200 seconds later", all(offlineOnly, ping("active"), later(200)), ["noah"]],
    ["while they are idle", all(offlineOnly, ping("idle")), ["noah"]],
    ["if they hide their presence", all(offlineOnly, ping("active"), set({ presence_enabled: false })), ["noah"]],
  ])("%s", async (_, before, who) => {
    expect((await notified(before, toNoah)).who).toEqual(who);
  });
});

describe("[users 10] mentions notify", () => {
  const named = says("@**Noah Example** hi");
  const everybody = says("@**all** hi");
  const noWildcards = set({ wildcard_mentions_notify: false });
  const groups =
    (large: string, small: string): Act =>
    async ({ iris, noah }) => {
      for (const [name, members] of [
        [large, [noah.id, iris.id]],
        [small, [noah.id]],
      ]) {
        await iris.ok(iris.post("/user_groups/create", { name, description: "", members }));
      }
    };
  test.each<[string, Act, Act, string[], string[]]>([
    ["a user who is mentioned", nothing, named, ["noah"], [" mentioned you:"]],
    ["a mentioned user who has muted the topic", setInTopic(MUTED), named, ["noah"], [" mentioned you:"]],
    [
      "a mentioned user who has muted the channel",
      setInChannel("is_muted", true),
      named,
      ["noah"],
      [" mentioned you:"],
    ],
    ["no one who has turned these notifications off", set(noMentions), named, [], []],
    ["no one who is not subscribed", nothing, says("@**Gus Example** hi"), [], []],
    ["no one who is mentioned silently", nothing, says("@_**Noah Example** hi"), [], []],
    [
      "the members of a mentioned group",
      groups("large", "small"),
      says("@*large* @*small*"),
      ["noah"],
      [" mentioned @small:"],
    ],
    [
      "a member of a mentioned group who is mentioned by name too",
      groups("crew", "pair"),
      says("@*crew* @**Noah Example**"),
      ["noah"],
      [" mentioned you:"],
    ],
    ["all subscribers, by a channel wildcard", nothing, everybody, ["noah", "omar"], [" mentioned everyone:"]],
    ["no one who has turned wildcard mentions off", noWildcards, everybody, ["omar"], [" mentioned everyone:"]],
    [
      "users who have turned wildcard mentions on for the channel",
      all(noWildcards, setInChannel("wildcard_mentions_notify", true)),
      everybody,
      ["noah", "omar"],
      [" mentioned everyone:"],
    ],
    [
      "no one who has turned wildcard mentions off for the channel",
      setInChannel("wildcard_mentions_notify", false),
      everybody,
      ["omar"],
      [" mentioned everyone:"],
    ],
    [
      "no subscriber who has muted the channel, by a wildcard",
      setInChannel("is_muted", true),
      everybody,
      ["omar"],
      [" mentioned everyone:"],
    ],
    [
      "no subscriber who has muted the topic, by a wildcard",
      setInTopic(MUTED),
      everybody,
      ["omar"],
      [" mentioned everyone:"],
    ],
    [
      "users who have unmuted the topic in a muted channel",
      all(setInChannel("is_muted", true), setInTopic(UNMUTED)),
      everybody,
      ["noah", "omar"],
      [" mentioned everyone:"],
    ],
    [
      "users who follow the topic",
      all(noWildcards, setInTopic(FOLLOWED)),
      everybody,
      ["noah", "omar"],
      [" mentioned everyone:"],
    ],
    [
      "no follower of the topic who has turned notifications of followed topics off",
      all(
        noWildcards,
        setInTopic(FOLLOWED),
        set({
          enable_followed_topic_wildcard_mentions_notify: false,
          enable_followed_topic_push_notifications: false,
        }),
      ),
      everybody,
      ["omar"],
      [" mentioned everyone:"],
    ],
    [
      "the participants of the topic, by a topic wildcard",
      ({ noah, channel }) => sendToChannel(noah, channel, "t", "I was here"),
      says("@**topic**"),
      ["noah"],
      [" mentioned everyone:"],
    ],
  ])("%s", async (_, before, act, who, why) => {
    expect(await notified(before, act)).toEqual({ who, why });
  });
});

describe("[users 10] a channel message without mentions notifies", () => {
  const hi = says("hi");
  const inAll = set({ enable_stream_push_notifications: true });
  const inThis = setInChannel("push_notifications", true);
  test.each<[string, Act, string[]]>([
    ["no one", nothing, []],
    ["users who have turned notifications on for the channel", inThis, ["noah"]],
    ["users who have turned them on for all channels", inAll, ["noah"]],
    ["no one who has turned them off for this channel", all(inAll, setInChannel("push_notifications", false)), []],
    [
      "no one who has turned them off again for all channels",
      all(inAll, set({ enable_stream_push_notifications: false })),
      [],
    ],
    ["users who have turned notifications of mentions off", all(inThis, set(noMentions)), ["noah"]],
    ["no one who has muted the channel", all(inThis, setInChannel("is_muted", true)), []],
    ["no one who has muted the topic", all(inThis, setInTopic(MUTED)), []],
    [
      "users who have unmuted the topic in a muted channel",
      all(inThis, setInChannel("is_muted", true), setInTopic(UNMUTED)),
      ["noah"],
    ],
    ["users who follow the topic", setInTopic(FOLLOWED), ["noah"]],
    [
      "users who follow the topic in a muted channel",
      all(setInChannel("is_muted", true), setInTopic(FOLLOWED)),
      ["noah"],
    ],
    [
      "no follower of the topic who has turned notifications of followed topics off",
      all(set({ enable_followed_topic_push_notifications: false }), setInTopic(FOLLOWED)),
      [],
    ],
    [
      "no one who has left the channel",
      all(inThis, ({ noah }) => noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["tea"] }))),
      [],
    ],
    ["no one who is deactivated", all(inThis, ({ iris, noah }) => iris.ok(iris.delete(`/users/${noah.id}`))), []],
  ])("%s", async (_, before, who) => {
    expect((await notified(before, hi)).who).toEqual(who);
  });
});

describe("[users 10] an edit of a message notifies", () => {
  const edited =
    (from: string, to: string, between: (scene: Scene, id: number) => Promise<unknown> = nothing): Act =>
    async (scene) => {
      const { mia, channel } = scene;
      const id = await sendToChannel(mia, channel, "t", from);
      await between(scene, id);
      await settled(mia);
      await mia.ok(mia.patch(`/messages/${id}`, { content: to }));
    };
  test.each<[string, Act, Act, string[]]>([
    ["users mentioned only in the new text", nothing, edited("hi", "hi @**Noah Example**"), ["noah"]],
    [
      "users mentioned in the old text only once",
      nothing,
      edited("@**Noah Example**", "@**Noah Example** @**Omar Example**"),
      ["noah", "omar"],
    ],
    [
      "users mentioned in the old text by a wildcard only once",
      nothing,
      edited("@**all**", "@**Noah Example**"),
      ["noah", "omar"],
    ],
    [
      "users not notified by the old text's wildcard",
      set({ wildcard_mentions_notify: false }),
      edited("@**all**", "@**Noah Example**"),
      ["noah", "omar"],
    ],
    [
      "users notified of the message without a mention only once",
      setInChannel("push_notifications", true),
      edited("hi", "@**Noah Example**"),
      ["noah"],
    ],
    [
      "no one who has muted the sender, even if they have marked the message as unread",
      muteSender,
      edited("hi", "@**Noah Example**", ({ noah }, id) =>
        noah.ok(noah.post("/messages/flags", { op: "remove", flag: "read", messages: [id] })),
      ),
      [],
    ],
    ["no one if the new text mentions no one", nothing, edited("hi", "hello"), []],
  ])("%s", async (_, before, act, who) => {
    expect((await notified(before, act)).who).toEqual(who);
  });
});

test("[users 10] messages of bots cause notifications like those of users", async () => {
  const botWrites: Act = async ({ mia, noah, bot }) => sendDirect(await bot(mia), [noah] as Person[], "hi");
  expect((await notified(nothing, botWrites)).who).toEqual(["noah"]);
});
