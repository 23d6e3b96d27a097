import { describe, expect, test } from "vitest";
import { makeChannel } from "../../../../support/channels.ts";
import { sendToChannel } from "../../../../support/messages.ts";
import { casts, realm } from "../../../../support/organization.ts";
import type { Json, Person } from "../../../../support/person.ts";

const newCast = casts();

const NONE = undefined;
const [UNMUTED, FOLLOWED] = [2, 3];
/** automatically_follow_topics_policy and automatically_unmute_topics_in_muted_streams_policy. */
const [PARTICIPATING, SENDING, STARTING, NEVER] = [1, 2, 3, 4];

const settings = (who: Person, follow: number, unmute: number) =>
  who.ok(
    who.patch("/settings", {
      automatically_follow_topics_policy: follow,
      automatically_unmute_topics_in_muted_streams_policy: unmute,
    }),
  );
const policyAfter = async (who: Person, to: number, topic: string, content = "hi") =>
  (await who.ok(who.post("/messages", { type: "stream", to, topic, content }))).automatic_new_visibility_policy;
const mute = (who: Person, id: number) =>
  who.ok(
    who.post("/users/me/subscriptions/properties", {
      subscription_data: [{ stream_id: id, property: "is_muted", value: true }],
    }),
  );
const prefer = (who: Person, stream_id: number, topic: string, visibility_policy: number) =>
  who.ok(who.post("/user_topics", { stream_id, topic, visibility_policy }));
const topicsOf = async (who: Person) =>
  (await who.ok(who.post("/register", { fetch_event_types: ["user_topic"] }))).user_topics.map(
    ({ topic_name, visibility_policy }: Json) => [topic_name, visibility_policy],
  );

describe("[messages 2] sending a message", () => {
  test("follows a new topic by default, and returns the new policy once", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    expect(await policyAfter(noah, id, "t")).toBe(FOLLOWED);
    expect(await policyAfter(noah, id, "t")).toBe(NONE);
    expect(await policyAfter(mia, id, "T")).toBe(NONE);
    expect(await topicsOf(noah)).toEqual([["t", FOLLOWED]]);
  });

  test("follows or unmutes the topic according to the sender's settings", async () => {
    const { noah, mia } = await newCast();
    const id = await makeChannel(mia, "tea", [noah, mia]);
    const cases: [
      follow: number,
      unmute: number,
      muted: boolean,
      own: number | undefined,
      others: number | undefined,
    ][] = [
      [STARTING, NEVER, false, FOLLOWED, NONE],
      [SENDING, NEVER, false, FOLLOWED, FOLLOWED],
      [PARTICIPATING, NEVER, false, FOLLOWED, FOLLOWED],
      [NEVER, SENDING, false, NONE, NONE],
      [NEVER, NEVER, true, NONE, NONE],
      [NEVER, STARTING, true, UNMUTED, NONE],
      [NEVER, SENDING, true, UNMUTED, UNMUTED],
      [STARTING, SENDING, true, FOLLOWED, UNMUTED],
      [SENDING, SENDING, true, FOLLOWED, FOLLOWED],
    ];
    for (const [index, [follow, unmute, muted, own, others]] of cases.entries()) {
      await settings(noah, follow, unmute);
      if (muted) await mute(noah, id);
      await settings(mia, NEVER, NEVER);
      const [begun, joined] = [`begun ${index}`, `joined ${index}`];
      await policyAfter(mia, id, joined);
      expect([await policyAfter(noah, id, begun), await policyAfter(noah, id, joined)]).toEqual([own, others]);
    }
  });

  test("treats a topic as new once its messages are deleted, and unmutes a topic only in a muted channel", async () => {
    const { iris, noah, mia } = await newCast();
    const id = await makeChannel(mia, "tea", [noah, mia]);
    await settings(noah, STARTING, NEVER);
    await settings(mia, NEVER, NEVER);
    const first = await sendToChannel(mia, id, "t", "hi");
    const second = await sendToChannel(noah, id, "t", "hi");
    for (const message of [first, second]) await iris.ok(iris.delete(`/messages/${message}`));
    expect(await policyAfter(noah, id, "t")).toBe(FOLLOWED);

    await settings(noah, NEVER, SENDING);
    expect(await policyAfter(noah, id, "u")).toBe(NONE);
    await mute(noah, id);
    expect(await policyAfter(noah, id, "u")).toBe(UNMUTED);
  });

  test("does not downgrade a followed topic to unmuted", async () => {
    const { noah } = await newCast();
    const id = await makeChannel(noah, "tea", [noah]);
    await mute(noah, id);
    await settings(noah, NEVER, SENDING);
    await prefer(noah, id, "followed", FOLLOWED);
    expect(await policyAfter(noah, id, "followed")).toBe(NONE);
    await prefer(noah, id, "muted", 1);
    expect(await policyAfter(noah, id, "muted")).toBe(UNMUTED);
  });

  test("does not make a bot follow the topic", async () => {
    const { noah, bot } = await newCast();
    const robot = await bot(noah);
    const id = await makeChannel(noah, "tea", [noah, robot]);
    expect(await policyAfter(robot, id, "t")).toBe(NONE);
  });
});

describe("[messages 2] being mentioned by name", () => {
  test("makes users follow the topic if their setting says so", async () => {
    const { noah, mia, omar } = await realm();
    const id = await makeChannel(noah, "tea", [noah, mia, omar]);
    await omar.ok(omar.patch("/settings", { automatically_follow_topics_where_mentioned: false }));
    await policyAfter(noah, id, "t", "@**Mia Example** @**Omar Example**");
    expect(await topicsOf(mia)).toEqual([["t", FOLLOWED]]);
    expect(await topicsOf(omar)).toEqual([]);
  });

  test("does not make users follow a topic that they have muted, nor does a wildcard mention", async () => {
    const { noah, mia } = await realm();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    await prefer(mia, id, "muted", 1);
    await policyAfter(noah, id, "muted", "@**Mia Example**");
    await policyAfter(noah, id, "many", "@**all**");
    expect(await topicsOf(mia)).toEqual([["muted", 1]]);
  });

  test("changes nothing for users who cannot read the channel", async () => {
    const { noah, mia } = await realm();
    const id = await makeChannel(noah, "secret", [noah], { invite_only: true });
    const queue = await mia.queue();
    await policyAfter(noah, id, "a secret topic", "@**Mia Example**");
    expect(await queue.events()).toEqual([]);
    expect(await topicsOf(mia)).toEqual([]);
  });
});
