import { expect, test } from "vitest";
import { channelIdOf, forAll, makeChannel, outcome, outcomes, realmWithCallers } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { casts } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";

const newCast = casts();

const prefer = (who: Person, stream_id: number, topic: string, visibility_policy: number) =>
  who.post("/user_topics", { stream_id, topic, visibility_policy });
const preferences = async (who: Person, fields: object = {}): Promise<Json> =>
  (await who.ok(who.post("/register", { fetch_event_types: ["user_topic"], ...fields }))).user_topics;
const MODERN = { client_capabilities: { notification_settings_null: true, empty_topic_name: true } };

test("[4.9] a policy is set, changed and removed, even for a topic without messages", async () => {
  const { noah } = await newCast();
  const id = await channelIdOf(noah, "general");
  for (const policy of [1, 2, 3, 0]) {
    const [events] = await eventsDuring([noah], () => noah.ok(prefer(noah, id, "Tea", policy)));
    expect(events).toMatchObject([
      {
        type: "user_topic",
        stream_id: id,
        topic_name: "Tea",
        visibility_policy: policy,
        last_updated: expect.any(Number),
      },
    ]);
    expect((await preferences(noah)).map(({ visibility_policy }: Json) => visibility_policy)).toEqual(
      policy === 0 ? [] : [policy],
    );
  }
});

test("[4.9] setting the same policy again emits nothing, regardless of the topic's case", async () => {
  const { noah } = await newCast();
  const id = await channelIdOf(noah, "general");
  await noah.ok(prefer(noah, id, "Tea", 3));
  expect(await eventsDuring([noah], () => noah.ok(prefer(noah, id, " tea ", 3)))).toEqual([[]]);
  expect(await eventsDuring([noah], () => noah.ok(prefer(noah, id, "coffee", 0)))).toEqual([[]]);
  await noah.ok(prefer(noah, id, "TEA", 1));
  expect(await preferences(noah)).toMatchObject([{ topic_name: "TEA", visibility_policy: 1 }]);
});

test("[conventions 8] the empty topic has a placeholder name for clients that do not support it", async () => {
  const { noah } = await newCast();
  const id = await channelIdOf(noah, "general");
  const old = await noah.queue();
  const modern = await noah.queue(MODERN);
  await noah.ok(prefer(noah, id, "general chat", 1));
  const told = async (queue: typeof old) => (await queue.events()).map(({ topic_name }) => topic_name);
  expect([await told(old), await told(modern)]).toEqual([["general chat"], [""]]);
  expect((await preferences(noah))[0].topic_name).toBe("general chat");
  expect((await preferences(noah, MODERN))[0].topic_name).toBe("");
});

test("[4.9] refuses unknown policies, and topics that are too long", async () => {
  const { noah } = await newCast();
  const id = await channelIdOf(noah, "general");
  expect(await outcome(prefer(noah, id, "tea", 4))).toBe("BAD_REQUEST: Invalid visibility_policy");
  expect(await outcome(prefer(noah, id, "t".repeat(61), 1))).toMatch(/topic is too long/);
  expect(await outcome(prefer(noah, id, "t".repeat(60), 1))).toBe("ok");
  expect(await outcome(noah.post("/user_topics", { stream_id: id, topic: "tea" }))).toMatch(
    /^REQUEST_VARIABLE_MISSING/,
  );
});

test("[4.9] all users can set policies for topics of channels that they can see", async () => {
  const { by, mia } = await realmWithCallers();
  const id = await makeChannel(mia, "garden", []);
  expect(await outcomes((who) => prefer(who, id, "tea", 1), by)).toEqual(
    forAll("ok", { guest: "BAD_REQUEST: Invalid channel ID" }),
  );
});

test("[channels 5] older clients mute and unmute topics", async () => {
  const { noah } = await newCast();
  const id = await channelIdOf(noah, "general");
  const mute = (fields: object) => noah.patch("/users/me/subscriptions/muted_topics", { topic: "tea", ...fields });
  const muted = async () => {
    const fields = { fetch_event_types: ["muted_topics"] };
    return (await noah.ok(noah.post("/register", fields))).muted_topics.map(([channel, topic]: Json) => [
      channel,
      topic,
    ]);
  };
  expect(await outcome(mute({ stream: "general", op: "add" }))).toBe("ok");
  expect(await outcome(mute({ stream_id: id, op: "add" }))).toBe("ok");
  expect(await muted()).toEqual([["general", "tea"]]);
  expect(await outcome(mute({ stream_id: id, op: "remove" }))).toBe("ok");
  expect(await outcome(mute({ stream_id: id, op: "remove" }))).toBe("ok");
  expect(await muted()).toEqual([]);
  await noah.ok(prefer(noah, id, "tea", 3));
  await noah.ok(mute({ stream_id: id, op: "remove" }));
  expect(await preferences(noah)).toMatchObject([{ visibility_policy: 3 }]);
  expect(await outcome(mute({ op: "add" }))).toMatch(/^REQUEST_VARIABLE_MISSING/);
  expect(await outcome(mute({ op: "add", stream: "general", stream_id: id }))).toMatch(/Unsupported parameter comb/);
});

test("[register 5.3] muted_topics events go only to clients that request them without user_topic", async () => {
  const { noah } = await newCast();
  const id = await channelIdOf(noah, "general");
  const types = async (event_types?: string[]) => {
    const queue = await noah.queue({ event_types });
    return async () => (await queue.events()).map(({ type }) => type);
  };
  const everything = await types();
  const both = await types(["muted_topics", "user_topic"]);
  const older = await types(["muted_topics"]);
  await noah.ok(prefer(noah, id, "tea", 1));
  expect([await everything(), await both(), await older()]).toEqual([["user_topic"], ["user_topic"], ["muted_topics"]]);
  const state = await noah.ok(noah.post("/register"));
  expect(state).not.toHaveProperty("muted_topics");
});
