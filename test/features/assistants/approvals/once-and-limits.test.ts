import { expect, test } from "vitest";
import { fetchMessages } from "../../../support/messages.ts";
import { advanceClock, tomorrowAtTen } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { Acting, APPROVE, DECLINE, noticeTo, react } from "./acting.ts";

const DAY_MS = 86_400_000;

test("[security 26.5] a message with a key is sent once a day, even with concurrent calls", async () => {
  const { noah, mia } = await realm();
  const claude = new Acting(noah);
  const message = { to: [mia.id], content: "once", key: "k" };
  const sent = await Promise.all(Array.from({ length: 50 }, () => claude.send(message)));
  expect(new Set(sent.map(({ message_id }) => message_id)).size).toBe(1);
  expect((await fetchMessages(mia)).messages).toHaveLength(1);
  await expect(claude.send({ ...message, content: "other" })).rejects.toThrow("other arguments");
  const other = await new Acting(noah, { id: 8 }).send(message);
  expect(other.message_id, "another grant has keys of its own").not.toBe(sent[0]?.message_id);
  await advanceClock(noah, DAY_MS + 1000);
  await claude.send({ to: [mia.id], content: "next" });
  expect((await claude.send(message)).message_id).toBeGreaterThan(other.message_id ?? 0);
});

test("[security 26.5] a key can be reused for another message after a day, with the same or a different text", async () => {
  const { noah, mia } = await realm();
  const claude = new Acting(noah);
  const send = (key: string, content: string) => claude.send({ to: [mia.id], content, key });
  // More than are deleted at once.
  for (let number = 1; number <= 30; number += 1) {
    if (number === 20) await advanceClock(noah, 60_000);
    await send(`k${number}`, "same");
  }
  const { message_id: last = 0 } = await send("k", "same");
  await advanceClock(noah, DAY_MS + 1000);
  expect((await send("k", "same")).message_id).toBeGreaterThan(last);
  expect(await send("k30", "other")).toMatchObject({ state: "sent" });
  await expect(send("k30", "same")).rejects.toThrow("other arguments");
});

test("repeating the key of a pending message returns the same handle, without asking the user again", async () => {
  const { noah, mia } = await realm();
  const claude = new Acting(noah, { approval: "writes" });
  const first = await claude.send({ to: [mia.id], key: "k" });
  expect(first).toMatchObject({ state: "awaiting_approval" });
  expect(await claude.send({ to: [mia.id], key: "k" })).toEqual(first);
  expect((await fetchMessages(noah)).messages).toHaveLength(1);
});

test("a call repeated after the decision returns that decision", async () => {
  const { noah, mia } = await realm();
  const claude = new Acting(noah, { approval: "writes" });
  const decided = async (key: string, emoji: object) => {
    await claude.send({ to: [mia.id], key });
    await noah.ok(react(noah, (await noticeTo(noah)).id, emoji));
    return claude.send({ to: [mia.id], key });
  };
  expect(await decided("yes", APPROVE)).toEqual({ state: "sent", message_id: expect.any(Number) });
  expect(await decided("no", DECLINE)).toEqual({ state: "declined" });
  expect((await fetchMessages(mia)).messages).toHaveLength(1);
});

test("[security 26.6] 20 messages a minute and 200 a day are sent, and the model must wait for more", async () => {
  const { noah, mia } = await realm();
  const claude = new Acting(noah);
  const send = (content: number) => claude.send({ to: [mia.id], content: String(content) });
  // The limit of a day ends at midnight.
  await tomorrowAtTen(noah);
  for (let minute = 0; minute < 10; minute++) {
    for (let count = 0; count < 20; count++) await send(minute * 20 + count);
    if (minute === 0) await expect(send(0)).rejects.toThrow(/Too many calls: wait \d+ seconds/);
    await advanceClock(noah, 61_000);
  }
  await expect(send(0)).rejects.toThrow(/wait \d{3,} seconds/);
  await advanceClock(noah, DAY_MS);
  await expect(send(0)).resolves.toMatchObject({ state: "sent" });
});

test("calls above 60 a minute are refused, and those above 120 get a 429", async () => {
  const { noah } = await realm();
  const claude = new Acting(noah);
  const other = new Acting(noah, { id: 8 });
  for (let count = 0; count < 60; count++) await claude.count("read");
  for (let count = 0; count < 60; count++) await expect(claude.count("read")).rejects.toMatchObject({ status: 400 });
  await expect(claude.count("read")).rejects.toMatchObject({ status: 429, code: "RATE_LIMIT_HIT" });
  await other.count("read");
});

test("a grant can have only one waiting call at a time", async () => {
  const { noah } = await realm();
  const claude = new Acting(noah);
  await claude.count("wait");
  await expect(claude.count("wait")).rejects.toThrow("Another call waits already");
  await new Acting(noah, { id: 8 }).count("wait");
  await advanceClock(noah, 61_000);
  await claude.count("wait");
});
