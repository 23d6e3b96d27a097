import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ConversationReadState,
  isUnread,
  raised,
  withRead,
  withUnread,
} from "../../../../../src/features/messages/core/read-state/read-state.ts";
import { decodeIds, encodeIds } from "../../../../../src/features/messages/core/read-state/read-state-store.ts";
import { makeChannel } from "../../../../support/channels.ts";
import { fetchMessages, flagsOf, inRealm, sendDirect, sendToChannel, unreadIds } from "../../../../support/messages.ts";
import { advanceClock } from "../../../../support/object.ts";
import { type Cast, realm } from "../../../../support/organization.ts";
import type { Json, Person } from "../../../../support/person.ts";

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 40 })).map((list) => list.sort((a, b) => a - b));

test("decodeIds restores the IDs that encodeIds encoded", () => {
  fc.assert(
    fc.property(ids, (list) => {
      expect(decodeIds(encodeIds(list))).toEqual(list);
    }),
  );
  const neighbours = Array.from({ length: 1000 }, (_, index) => 1_000_000 + index);
  expect(encodeIds(neighbours).length).toBeLessThan(1010);
});

test("a read state returns for each message how it was last marked", () => {
  const MOST = 30;
  const some = fc.uniqueArray(fc.integer({ min: 1, max: MOST }), { maxLength: 8 });
  const step = fc.record({ read: fc.boolean(), some, raise: fc.boolean() });
  const unreadByDefaultIds = fc.uniqueArray(fc.integer({ min: 1, max: MOST }));
  fc.assert(
    fc.property(unreadByDefaultIds, fc.array(step, { maxLength: 12 }), (unreadByDefault, steps) => {
      const arrival = (id: number) => ({ id, unreadByDefault: unreadByDefault.includes(id) });
      const all = Array.from({ length: MOST }, (_, index) => arrival(index + 1));
      const unread = new Set(unreadByDefault);
      let reading: ConversationReadState = { low: 0, read: [], unread: [] };
      for (const { read, some, raise } of steps) {
        const arrivals = some.map(arrival);
        if (read)
          reading = withRead(
            reading,
            some.filter((id) => isUnread(reading, arrival(id))),
          );
        else
          reading = withUnread(
            reading,
            arrivals.filter((one) => !isUnread(reading, one)),
          );
        for (const id of some) unread[read ? "delete" : "add"](id);
        if (raise) {
          const low = Math.max(reading.low, reading.read.at(-1) ?? 0);
          const passed = all.filter(({ id }) => id <= low && id > reading.low && unread.has(id));
          reading = raised(
            reading,
            low,
            passed.map(({ id }) => id),
          );
        }
        expect(all.filter((one) => isUnread(reading, one)).map(({ id }) => id)).toEqual(
          [...unread].sort((a, b) => a - b),
        );
      }
    }),
  );
});

/** A user's read state as the protocol describes it: one flag per message. */
class Model {
  readonly unread = new Set<number>();
  readonly known = new Map<number, { conversation: string; topic: string }>();
  readonly subscribed = new Set<string>();

  receive(id: number, conversation: string, topic: string): void {
    this.known.set(id, { conversation, topic });
    if (conversation === "direct" || this.subscribed.has(conversation)) this.unread.add(id);
  }
  leave(conversation: string): void {
    this.subscribed.delete(conversation);
    this.readAll((where) => where.conversation === conversation);
  }
  readAll(which: (where: { conversation: string; topic: string }) => boolean): void {
    for (const [id, where] of this.known) if (which(where)) this.unread.delete(id);
  }
  list(): number[] {
    return [...this.unread].sort((a, b) => a - b);
  }
}

type Step =
  | { do: "send"; where: number; topic: number; count: number }
  | { do: "flag"; op: "add" | "remove"; from: number; share: number }
  | { do: "join" | "leave" | "read channel"; where: number }
  | { do: "read topic"; where: number; topic: number }
  | { do: "read all" };

const CHANNELS = ["tea", "milk"] as const;
const TOPICS = ["one", "two", ""] as const;
const where = fc.nat({ max: CHANNELS.length });
const topic = fc.nat({ max: TOPICS.length - 1 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant("send" as const), where, topic, count: fc.integer({ min: 1, max: 40 }) }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant("flag" as const),
        op: fc.constantFrom("add" as const, "add" as const, "remove" as const),
        from: fc.nat({ max: 100 }),
        share: fc.integer({ min: 1, max: 4 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("join" as const, "leave" as const), where }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("read channel" as const), where }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("read topic" as const), where, topic }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("read all" as const) }) },
  ),
  { minLength: 10, maxLength: 25 },
);

describe("the read state after any sequence of a user's actions", () => {
  test("matches a model with one flag per message", async () => {
    const cast = await realm();
    await fc.assert(
      fc.asyncProperty(steps, (list) => run(cast, list)),
      { seed: 6, numRuns: 3 },
    );
  });

  test("takes few bytes, regardless of the order of reading", async () => {
    const { noah, mia } = await realm();
    const id = await makeChannel(noah, "tea", [noah, mia]);
    await mia.ok(mia.post("/mark_all_as_read"));
    const sent: number[] = [];
    for (let count = 0; count < 150; count++) sent.push(await sendToChannel(noah, id, "t", `${count}`));
    // All except every tenth, one after the other.
    const read = sent.filter((_, index) => index % 10 !== 0);
    for (const [index, message] of read.entries()) {
      if (index % 50 === 0) await refill(mia);
      await mia.ok(mia.post("/messages/flags", { op: "add", flag: "read", messages: [message] }));
    }
    expect(await unreadIds(mia)).toEqual(sent.filter((_, index) => index % 10 === 0));
    const bytes = await inRealm(mia, ({ sql }) =>
      sql.exec("SELECT length(read) + length(unread) AS n FROM readings WHERE user_id = ?1", mia.id).toArray(),
    );
    expect(bytes.length).toBeLessThanOrEqual(1);
    expect(Number(bytes[0]?.["n"])).toBeLessThan(100);
  });
});

/** Advances a minute, so that the per-minute rate limit allows all calls again. */
const refill = (who: Person) => advanceClock(who, 61_000);

async function run({ noah, mia }: Cast, list: readonly Step[]): Promise<void> {
  const tag = crypto.randomUUID().slice(0, 8);
  const names = CHANNELS.map((name) => `${name} ${tag}`);
  const channels: number[] = [];
  for (const name of names) channels.push(await makeChannel(noah, name, [noah]));
  await mia.ok(mia.post("/mark_all_as_read"));
  const model = new Model();
  for (const step of list) {
    await refill(mia);
    await act({ noah, mia, names, channels, model }, step);
    expect(await unreadIds(mia)).toEqual(model.list());
  }
  const { messages } = await fetchMessages(mia, { narrow: [["is", "unread"]], num_before: 2000 });
  expect(messages.map((message: Json) => message.id)).toEqual(model.list());
  for (const id of [...model.known.keys()].slice(-5)) {
    expect((await flagsOf(mia, id)).includes("read")).toBe(!model.unread.has(id));
  }
}

interface Scene {
  readonly noah: Person;
  readonly mia: Person;
  readonly names: readonly string[];
  readonly channels: readonly number[];
  readonly model: Model;
}

async function act({ noah, mia, names, channels, model }: Scene, step: Step): Promise<void> {
  const place = "where" in step ? (names[step.where] ?? "direct") : "direct";
  const channel = "where" in step ? channels[step.where] : undefined;
  switch (step.do) {
    case "send":
      for (let count = 0; count < step.count; count++) {
        const name = TOPICS[step.topic] ?? "";
        const id =
          channel === undefined ? await sendDirect(noah, [mia], "x") : await sendToChannel(noah, channel, name, "x");
        model.receive(id, place, name);
      }
      return;
    case "flag": {
      const known = [...model.known.keys()];
      const start = Math.floor((known.length * step.from) / 101);
      const messages = known.slice(start).filter((_, index) => index % step.share === 0);
      if (messages.length === 0) return;
      await mia.ok(mia.post("/messages/flags", { op: step.op, flag: "read", messages }));
      for (const id of messages) {
        const { conversation = "direct" } = model.known.get(id) ?? {};
        if (step.op === "add") model.unread.delete(id);
        else if (conversation === "direct" || model.subscribed.has(conversation)) model.unread.add(id);
      }
      return;
    }
    case "join":
      if (channel === undefined) return;
      await mia.ok(mia.post("/users/me/subscriptions", { subscriptions: [{ name: place }] }));
      model.subscribed.add(place);
      return;
    case "leave":
      if (channel === undefined) return;
      await mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: [place] }));
      model.leave(place);
      return;
    case "read channel":
      if (channel === undefined) return;
      await mia.ok(mia.post("/mark_stream_as_read", { stream_id: channel }));
      model.readAll(({ conversation }) => conversation === place);
      return;
    case "read topic": {
      if (channel === undefined) return;
      const name = TOPICS[step.topic] ?? "";
      await mia.post("/mark_topic_as_read", { stream_id: channel, topic_name: name });
      model.readAll((where) => where.conversation === place && where.topic === name);
      return;
    }
    case "read all":
      await mia.ok(mia.post("/mark_all_as_read"));
      model.unread.clear();
      return;
    default:
      step satisfies never;
  }
}
