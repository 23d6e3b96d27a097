import { describe, expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import { sendDirect, sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { type Cast, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { pushes, settled, takesAll, withPushService } from "./push-service.ts";

interface Scene extends Cast {
  readonly channel: number;
}

type Act = (scene: Scene) => Promise<unknown>;

/** All but mia have a phone, and she writes; noah and omar are subscribed. Who is told, and the subtitle, which names the reason. */
async function told(before: Act, act: Act): Promise<{ who: Json[]; why: Json[] }> {
  const cast = await realm();
  const { mia, noah, omar, iris, gus } = cast;
  let told: { who: Json[]; why: Json[] } = { who: [], why: [] };
  await withPushService(mia, takesAll, async (asked) => {
    for (const person of [noah, omar, iris, gus]) {
      await person.ok(person.post("/users/me/apns_device_token", { token: "c0ffee", appid: "a" }));
    }
    const channel = await makeChannel(iris, "tea", [mia, noah, omar]);
    const scene = { ...cast, channel };
    await before(scene);
    await settled(mia);
    const earlier = pushes(asked, "open").length;
    await act(scene);
    await settled(mia);
    const sent = pushes(asked, "open").slice(earlier);
    const names = new Map([noah, omar, iris, gus].map((person) => [person.id, person.email.split("@")[0]]));
    told = {
      who: sent.map(({ user_id }) => names.get(user_id)).sort(),
      why: [...new Set(sent.map(({ apns_payload }) => apns_payload.alert.subtitle.replace(/^Mia Example/, "")))],
    };
  });
  return told;
}

const nothing: Act = () => Promise.resolve();
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

const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;
const noMentions = { enable_offline_push_notifications: false };

describe("[users 10] of direct messages", () => {
  const toNoah: Act = ({ mia, noah }) => sendDirect(mia, [noah], "hi");
  test.each<[string, Act, Act, string[]]>([
    ["whoever gets them", nothing, toNoah, ["noah"]],
    ["all who get them", nothing, ({ mia, noah, gus }) => sendDirect(mia, [noah, gus], "hi"), ["gus", "noah"]],
    ["not their sender", nothing, ({ noah }) => sendDirect(noah, [noah], "to myself"), []],
    ["nobody who does not want it", set(noMentions), toNoah, []],
    [
      "nobody who has muted their sender",
      ({ noah, mia }) => noah.ok(noah.post(`/users/me/muted_users/${mia.id}`)),
      toNoah,
      [],
    ],
    ["nobody without a phone", nothing, ({ noah, mia }) => sendDirect(noah, [mia], "hi"), []],
    [
      "nobody who has given their phone up",
      ({ noah }) => noah.ok(noah.delete("/users/me/apns_device_token", { token: "c0ffee" })),
      toNoah,
      [],
    ],
  ])("%s", async (_, before, act, who) => {
    expect((await told(before, act)).who).toEqual(who);
  });
});

describe("[users 10] whoever is at their client is told", () => {
  const toNoah: Act = ({ mia, noah }) => sendDirect(mia, [noah], "hi");
  const offlineOnly = set({ enable_online_push_notifications: false });
  test.each<[string, Act, string[]]>([
    ["too, unless they do not want it", ping("active"), ["noah"]],
    ["not, where they do not want it", all(offlineOnly, ping("active")), []],
    ["not, shortly after", all(offlineOnly, ping("active"), later(195)), []],
    ["some time after", all(offlineOnly, ping("active"), later(200)), ["noah"]],
    ["while they do nothing there", all(offlineOnly, ping("idle")), ["noah"]],
    [
      "where they hide that they are there",
      all(offlineOnly, ping("active"), set({ presence_enabled: false })),
      ["noah"],
    ],
  ])("%s", async (_, before, who) => {
    expect((await told(before, toNoah)).who).toEqual(who);
  });
});

describe("[users 10] of mentions", () => {
  const named = says("@**Noah Example** hi");
  const everybody = says("@**all** hi");
  const noWildcards = set({ wildcard_mentions_notify: false });
  const group: Act = async ({ iris, noah }) => {
    for (const [name, members] of [
      ["large", [noah.id, iris.id]],
      ["small", [noah.id]],
    ]) {
      await iris.ok(iris.post("/user_groups/create", { name, description: "", members }));
    }
  };
  test.each<[string, Act, Act, string[], string[]]>([
    ["those who are named", nothing, named, ["noah"], [" mentioned you:"]],
    ["those who are named where they have muted the topic", setInTopic(MUTED), named, ["noah"], [" mentioned you:"]],
    [
      "those who are named where they have muted the channel",
      setInChannel("is_muted", true),
      named,
      ["noah"],
      [" mentioned you:"],
    ],
    ["nobody who does not want it", set(noMentions), named, [], []],
    ["nobody who is not subscribed", nothing, says("@**Gus Example** hi"), [], []],
    ["nobody who is named silently", nothing, says("@_**Noah Example** hi"), [], []],
    ["the members of a group", group, says("@*large* @*small*"), ["noah"], [" mentioned @small:"]],
    ["a member who is named too", group, says("@*large* @**Noah Example**"), ["noah"], [" mentioned you:"]],
    ["all subscribers", nothing, everybody, ["noah", "omar"], [" mentioned everyone:"]],
    ["nobody who does not want it as one of all", noWildcards, everybody, ["omar"], [" mentioned everyone:"]],
    [
      "whoever wants it in the channel",
      all(noWildcards, setInChannel("wildcard_mentions_notify", true)),
      everybody,
      ["noah", "omar"],
      [" mentioned everyone:"],
    ],
    [
      "nobody who does not want it in the channel",
      setInChannel("wildcard_mentions_notify", false),
      everybody,
      ["omar"],
      [" mentioned everyone:"],
    ],
    ["nobody who has muted the channel", setInChannel("is_muted", true), everybody, ["omar"], [" mentioned everyone:"]],
    ["nobody who has muted the topic", setInTopic(MUTED), everybody, ["omar"], [" mentioned everyone:"]],
    [
      "whoever has unmuted it in a muted channel",
      all(setInChannel("is_muted", true), setInTopic(UNMUTED)),
      everybody,
      ["noah", "omar"],
      [" mentioned everyone:"],
    ],
    [
      "whoever follows the topic",
      all(noWildcards, setInTopic(FOLLOWED)),
      everybody,
      ["noah", "omar"],
      [" mentioned everyone:"],
    ],
    [
      "nobody who follows it but wants no calls there",
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
      "those who take part in the topic",
      ({ noah, channel }) => sendToChannel(noah, channel, "t", "I was here"),
      says("@**topic**"),
      ["noah"],
      [" mentioned everyone:"],
    ],
  ])("%s", async (_, before, act, who, why) => {
    expect(await told(before, act)).toEqual({ who, why });
  });
});

describe("[users 10] of all that is sent to a channel", () => {
  const hi = says("hi");
  const inAll = set({ enable_stream_push_notifications: true });
  const inThis = setInChannel("push_notifications", true);
  test.each<[string, Act, string[]]>([
    ["nobody", nothing, []],
    ["whoever wants it in the channel", inThis, ["noah"]],
    ["whoever wants it in all", inAll, ["noah"]],
    ["nobody who does not want it in this one", all(inAll, setInChannel("push_notifications", false)), []],
    ["whoever has wanted it for long", all(inAll, set({ enable_stream_push_notifications: false })), []],
    ["those too who want no mentions", all(inThis, set(noMentions)), ["noah"]],
    ["nobody who has muted the channel", all(inThis, setInChannel("is_muted", true)), []],
    ["nobody who has muted the topic", all(inThis, setInTopic(MUTED)), []],
    [
      "whoever has unmuted it in a muted channel",
      all(inThis, setInChannel("is_muted", true), setInTopic(UNMUTED)),
      ["noah"],
    ],
    ["whoever follows the topic", setInTopic(FOLLOWED), ["noah"]],
    ["whoever follows it in a muted channel", all(setInChannel("is_muted", true), setInTopic(FOLLOWED)), ["noah"]],
    [
      "nobody who follows it silently",
      all(set({ enable_followed_topic_push_notifications: false }), setInTopic(FOLLOWED)),
      [],
    ],
    [
      "nobody who has left",
      all(inThis, ({ noah }) => noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["tea"] }))),
      [],
    ],
    ["nobody who is deactivated", all(inThis, ({ iris, noah }) => iris.ok(iris.delete(`/users/${noah.id}`))), []],
  ])("%s", async (_, before, who) => {
    expect((await told(before, hi)).who).toEqual(who);
  });
});

describe("[users 10] of a message whose text is changed", () => {
  const edited =
    (from: string, to: string): Act =>
    async ({ mia, channel }) => {
      const id = await sendToChannel(mia, channel, "t", from);
      await settled(mia);
      await mia.ok(mia.patch(`/messages/${id}`, { content: to }));
    };
  test.each<[string, Act, Act, string[]]>([
    ["those whom it calls now", nothing, edited("hi", "hi @**Noah Example**"), ["noah"]],
    [
      "not again those whom it has called",
      nothing,
      edited("@**Noah Example**", "@**Noah Example** @**Omar Example**"),
      ["noah", "omar"],
    ],
    ["not again those who were called with all", nothing, edited("@**all**", "@**Noah Example**"), ["noah", "omar"]],
    [
      "those whom the call for all did not reach",
      set({ wildcard_mentions_notify: false }),
      edited("@**all**", "@**Noah Example**"),
      ["noah", "omar"],
    ],
    [
      "not again those who were told anyway",
      setInChannel("push_notifications", true),
      edited("hi", "@**Noah Example**"),
      ["noah"],
    ],
    ["nobody where nobody is called", nothing, edited("hi", "hello"), []],
  ])("%s", async (_, before, act, who) => {
    expect((await told(before, act)).who).toEqual(who);
  });
});

test("[users 10] a bot and the server itself tell as people do", async () => {
  const botWrites: Act = async ({ mia, noah, bot }) => sendDirect(await bot(mia), [noah] as Person[], "hi");
  expect((await told(nothing, botWrites)).who).toEqual(["noah"]);
});
