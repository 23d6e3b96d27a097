import { expect, test } from "vitest";
import { milliseconds } from "../../../src/util/time.ts";
import { sendDirect } from "../../support/messages.ts";
import { advanceClock, evict, tablesOf, waitingPolls, withConfig } from "../../support/object.ts";
import { organization } from "../../support/organization.ts";
import { Person, type Queue } from "../../support/person.ts";
import { until } from "../../support/until.ts";

const SECOND = 1000;
const POLL_EVERY = 50 * SECOND;

const watch = (owner: Person, fields = {}) =>
  owner.queue({ event_types: ["message"], fetch_event_types: [], ...fields });
const rowOf = async (queue: Queue) => {
  const { queues } = await tablesOf(queue.owner);
  return JSON.stringify((queues as { id: string }[]).find(({ id }) => id === queue.id));
};
const isAlive = async ({ id, owner, state }: Queue) => {
  const poll = { queue_id: id, last_event_id: state.last_event_id, dont_block: true };
  return (await owner.get("/events", poll)).status === 200;
};

test("a client that only polls causes a write every sixth poll", async () => {
  const { owner } = await organization();
  const queue = await watch(owner);
  let row = await rowOf(queue);
  let written = 0;
  for (let poll = 0; poll < 24; poll += 1) {
    await advanceClock(owner, POLL_EVERY);
    expect(await isAlive(queue)).toBe(true);
    const now = await rowOf(queue);
    if (now !== row) written += 1;
    row = now;
  }
  expect(written).toBe(4);
});

test.each([60, 600, 3600])("a queue of %d s never ends early, despite evictions", async (seconds) => {
  const { owner } = await organization();
  const queue = await watch(owner, { queue_lifespan_secs: seconds });
  for (let poll = 0; poll < 7; poll += 1) {
    await advanceClock(owner, (seconds / 2 - 10) * SECOND);
    expect(await isAlive(queue)).toBe(true);
    await evict(owner);
  }
  await advanceClock(owner, (seconds - 10) * SECOND);
  await evict(owner);
  expect(await isAlive(queue)).toBe(true);
});

test("a poll keeps its queue alive for as long as it could have waited", async () => {
  const { owner } = await organization();
  await withConfig(owner, { heartbeatMs: milliseconds(3600 * SECOND), holdMs: milliseconds(0) }, async () => {
    const queue = await watch(owner);
    const poll = queue.poll();
    await until(async () => expect(await waitingPolls(owner)).toBe(1));
    await sendDirect(owner, [owner], "hello");
    await poll;
    await advanceClock(owner, 3000 * SECOND);
    expect(await isAlive(queue)).toBe(true);
  });
});

test.each([60, 600, 3600])("a queue with a lifespan of %d s ends without polls, despite evictions", async (seconds) => {
  const { owner } = await organization();
  const queue = await watch(owner, { queue_lifespan_secs: seconds });
  for (let look = 0; look < 5; look += 1) {
    await evict(owner);
    await advanceClock(owner, 20 * SECOND);
    expect(await isAlive(queue)).toBe(true);
  }
  for (let part = 0; part < 3; part += 1) {
    await advanceClock(owner, (seconds / 2) * SECOND);
    await evict(owner);
  }
  expect(await isAlive(queue)).toBe(false);
});

const WEEK = 604_800;

test.each([
  [{}, 600],
  [{ idle_queue_timeout: "mobile" }, 43_200],
  [{ idle_queue_timeout: '"mobile"' }, 43_200],
  [{ idle_queue_timeout: 60 }, 60],
  [{ idle_queue_timeout: WEEK + 1 }, WEEK],
  [{ queue_lifespan_secs: 90 }, 90],
  [{ idle_queue_timeout: 60, queue_lifespan_secs: 90 }, 60],
])("[register 1] a queue registered with %j gets a timeout of %d s", async (fields, seconds) => {
  const { owner } = await organization();
  const queue = await watch(owner, fields);
  expect(queue.state.idle_queue_timeout_secs).toBe(seconds);
  await advanceClock(owner, (seconds - 10) * SECOND);
  expect(await isAlive(queue)).toBe(true);
  await advanceClock(owner, 2 * (seconds + 60) * SECOND);
  expect(await isAlive(queue)).toBe(false);
});

test.each([0, -1, 1.5, "desktop", ""])("[register 2] register refuses an idle_queue_timeout of %j", async (value) => {
  const { owner } = await organization();
  const { status, body } = await owner.post("/register", { idle_queue_timeout: value });
  expect([status, body.msg]).toEqual([400, "Invalid idle_queue_timeout"]);
});

test("[register 2] register gives a spectator no queue and no timeout", async () => {
  const { owner } = await organization();
  await owner.ok(owner.patch("/realm", { enable_spectator_access: true }));
  const { body } = await new Person(owner.host, "", "").post("/register", { idle_queue_timeout: "mobile" });
  expect([body.queue_id, "idle_queue_timeout_secs" in body]).toEqual([null, false]);
});
