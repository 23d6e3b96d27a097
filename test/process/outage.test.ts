import { expect, test } from "vitest";
import { Listener } from "./support/listener.ts";
import { type Json, ownerOf } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { Random } from "./support/random.ts";
import { Reader } from "./support/reader.ts";
import { start } from "./support/server.ts";
import { Talker } from "./support/talker.ts";

// A small window, so that most of what is read and edited is in D1 alone.
const chores = ["edit"] as const;
const args = ["--test-hooks", "--rate-limits", "off", "--hot-window", "20"];

test.each([
  ["refuses", "refuse"],
  ["is slow", "slow"],
  ["does what it is told and denies it", "lie"],
])("while D1 %s, talk goes on, and nobody reads less than was acknowledged", async (_, mode) => {
  const server = await start({ args });
  const owner = await ownerOf(server);
  const tell = (mode: string) => owner.ok(owner.post("/testing/database", { mode }));
  const people = [owner, await owner.invite("Ada"), await owner.invite("Ben")];
  const listeners = await Promise.all(people.map((person) => Listener.of(person, { event_types: ["message"] })));
  const talkers = listeners.map((listener, index) => {
    return new Talker(`talker${index}`, listener, chores, new Random(index));
  });
  const readers = people.map((person) => new Reader(person, talkers));
  const count = (of: readonly { answers: number; failure: unknown }[]) =>
    of.reduce((sum, { answers, failure }) => {
      if (failure !== undefined) throw failure;
      return sum + answers;
    }, 0);
  const more = async (messages: number, readings: number) => {
    const goal = { messages: count(talkers) + messages, readings: count(readers) + readings };
    await until(`${messages} more messages and ${readings} more readings`, () => {
      return count(talkers) >= goal.messages && count(readers) >= goal.readings;
    });
  };

  await more(100, 5);
  await tell(mode);
  await more(150, mode === "slow" ? 1 : 0);
  const { unshipped } = await owner.ok(owner.get("/testing/object"));
  expect(unshipped).toBe(true);
  const heard = talkers.flatMap(({ said }) => said).length;
  await until("events go on", () => listeners.every(({ messages }) => messages.length >= heard));
  await until("readers are told", () => mode === "slow" || readers.every(({ refusals }) => refusals > 0));
  await tell("none");
  await more(50, 5);

  for (const one of [...talkers, ...readers]) await one.stop();
  const said = talkers.flatMap((talker) => talker.said).sort((a, b) => a.id - b.id);
  await until("D1 has it all", async () => !(await owner.ok(owner.get("/testing/object"))).unshipped);
  const all = { anchor: "newest", num_before: 5000, num_after: 0, apply_markdown: false };
  const { messages } = await owner.ok(owner.get("/messages", all));
  const texts = new Map(messages.map(({ id, content }: Json) => [id, content]));
  for (const { id, text, acknowledged } of said) expect([text, acknowledged]).toContain(texts.get(id));
  for (const listener of listeners) {
    await until("the rest is heard", () => listener.messages.length >= said.length);
    expect(listener.messages.map(({ id }) => id)).toEqual(said.map(({ id }) => id));
    await listener.stop();
  }
});
