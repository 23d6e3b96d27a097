import { expect, test } from "vitest";
import { advanceClock, evict, tablesOf } from "../../support/object.ts";
import { organization } from "../../support/organization.ts";
import type { Person, Queue } from "../../support/person.ts";

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

test("a client that only polls causes a write at every sixth poll", async () => {
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

test.each([60, 600, 3600])("a queue of %d s never ends early, however often the object has slept", async (seconds) => {
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

test.each([60, 600, 3600])(
  "a queue with a lifespan of %d s ends without polls, however often the object has slept",
  async (seconds) => {
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
  },
);
