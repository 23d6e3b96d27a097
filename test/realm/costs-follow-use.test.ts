import { expect, test } from "vitest";
import { milliseconds } from "../../src/util/time.ts";
import { inRealm } from "../support/messages.ts";
import { advanceClock, evict, tomorrowAtTen, withConfig } from "../support/object.ts";
import { organization, realm } from "../support/organization.ts";
import { Person } from "../support/person.ts";

const written = async (person: Person) => (await person.ok(person.get("/testing/work"))).rows_written as number;
const POLL_MS = 50_000;

test("idle polls write one row every five minutes, and pings one every two minutes", async () => {
  const [{ owner }, { owner: idle }] = [await organization(), await organization()];
  const registration = { event_types: ["message"], fetch_event_types: [], queue_lifespan_secs: 7 * 86_400 };
  for (const person of [owner, idle]) await tomorrowAtTen(person);
  const queue = await owner.queue(registration);
  await idle.queue(registration);
  const ping = () => owner.ok(owner.post("/users/me/presence", { status: "active", ping_only: true }));
  await ping();
  const rowsOf = async (who: Person, everyMs: number, times: number, act: () => Promise<unknown>) => {
    const before = await written(who);
    for (let turn = 0; turn < times; turn++) {
      await advanceClock(who, everyMs);
      await act();
    }
    return (await written(who)) - before;
  };
  /** Moving the clock alone writes rows too, because it sets the alarm again. These are subtracted. */
  const nothing = () => Promise.resolve();
  const aside = await rowsOf(idle, POLL_MS, 36, nothing);
  // Each runs for thirty minutes.
  expect((await rowsOf(owner, POLL_MS, 36, () => queue.events())) - aside).toBeLessThanOrEqual(12);
  expect((await rowsOf(owner, 60_000, 30, ping)) - (await rowsOf(idle, 60_000, 30, nothing))).toBeLessThanOrEqual(20);
});

test("queues of identical clients share the client's data, also after an eviction", async () => {
  const { iris, omar, mona } = await realm();
  const registration = { client_capabilities: { notification_settings_null: true }, event_types: ["message"] };
  for (const person of [iris, omar, mona]) await person.queue(registration);
  await evict(iris);
  await iris.ok(iris.get("/users/me"));
  const clients = await inRealm(iris, ({ queues }) => [
    queues.size,
    new Set([...queues.all()].map(({ client }) => client)).size,
  ]);
  expect(clients).toEqual([3, 1]);
});

test("a client with a very long User-Agent can poll", async () => {
  const { owner } = await organization();
  const { email, key, id, host } = owner;
  const talker = new Person(host, email, key, id, `Mozilla/5.0 ${"x".repeat(45_000)}`);
  const queue = await talker.queue({ event_types: ["message"], fetch_event_types: [] });
  // The poll waits on the socket opened by that header.
  await withConfig(owner, { heartbeatMs: milliseconds(100) }, async () =>
    expect(await queue.events({})).toEqual([expect.objectContaining({ type: "heartbeat" })]),
  );
});
