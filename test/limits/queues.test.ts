import { expect, test } from "vitest";
import { limits } from "../../src/protocol/limit-table.ts";
import { MINUTE_MS, milliseconds } from "../../src/util/time.ts";
import { inRealm } from "../support/messages.ts";
import { advanceClock, changeRealm, evict, waitingPolls, withConfig } from "../support/object.ts";
import { realm } from "../support/organization.ts";
import type { Person, Queue } from "../support/person.ts";
import { until } from "../support/until.ts";

const most = limits.account.event_queues;

/** Registers many queues, like a client that forgets its earlier ones. */
async function registerOften(who: Person, times: number): Promise<Queue[]> {
  const queues: Queue[] = [];
  for (let n = 0; n < times; n++) {
    queues.push(await who.queue({ event_types: ["message"], fetch_event_types: [], queue_lifespan_secs: 100_000 }));
  }
  return queues;
}

const tell = (who: Person) => who.ok(who.post("/messages", { type: "direct", to: [who.id], content: "x" }));
const queueCount = (who: Person) =>
  inRealm(who, ({ queues, sql }) => ({
    inMemory: [...queues.ofUser(who.id as never)].length,
    stored: Number(sql.exec("SELECT count(*) AS count FROM queues WHERE user_id = ?", who.id).one()["count"]),
  }));
const isWaitedOn = (who: Person) => until(async () => expect(await waitingPolls(who)).toBe(1));
const isAlive = async (queue: Queue) =>
  (await queue.owner.get("/events", { queue_id: queue.id, last_event_id: -1, dont_block: true })).body.code !==
  "BAD_EVENT_QUEUE_ID";

/** Runs without rate limits, and with polls that wait for an event. */
const atLength = (who: Person, work: () => Promise<void>) =>
  withConfig(who, { rateLimits: false, heartbeatMs: MINUTE_MS, holdMs: milliseconds(0) }, work);

test("an account with too many queues keeps the newest ones and those with a waiting poll", async () => {
  const { noah, mia } = await realm();
  await atLength(noah, async () => {
    const others = await mia.queue();
    const waiting = await noah.queue({ event_types: ["message"] });
    const polled = waiting.poll();
    await isWaitedOn(noah);
    const queues = await registerOften(noah, 600);
    expect(await queueCount(noah)).toEqual({ inMemory: most, stored: most });
    await tell(noah);
    expect(await polled).toMatchObject([{ type: "message" }]);
    expect(await isAlive(waiting)).toBe(true);
    expect(await isAlive(others)).toBe(true);
    const alive = await Promise.all(queues.slice(-most - 1).map(isAlive));
    expect(alive).toEqual([false, false, ...Array.from({ length: most - 1 }, () => true)]);
  });
});

test("an eviction doesn't change which queues an account keeps", async () => {
  const { noah } = await realm();
  await atLength(noah, async () => {
    const waiting = await noah.queue({ event_types: ["message"], queue_lifespan_secs: 100_000 });
    const polled = waiting.poll();
    await isWaitedOn(noah);
    // The queue with the waiting poll is now the least recently seen.
    await advanceClock(noah, 1_000_000);
    await registerOften(noah, most - 1);
    await evict(noah);
    expect(await queueCount(noah)).toEqual({ inMemory: most, stored: most });
    const queues = await registerOften(noah, 2);
    expect(await queueCount(noah)).toEqual({ inMemory: most, stored: most });
    await tell(noah);
    expect(await polled).toMatchObject([{ type: "message" }]);
    expect(await Promise.all([waiting, ...queues].map(isAlive))).toEqual([true, true, true]);
  });
});

test("an account over the limit keeps all its queues until it registers the next one", async () => {
  const { noah } = await realm();
  const [first] = await registerOften(noah, 1);
  await changeRealm(noah, ({ sql }) => {
    sql.exec(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most + 50})
       INSERT INTO queues (id, user_id, client, lifespan, origin, acknowledged, seen_at)
       SELECT id || i, user_id, client, lifespan, origin, acknowledged, seen_at - 1000 FROM n, queues`,
    );
  });
  await evict(noah);
  expect((await queueCount(noah)).inMemory).toBe(most + 51);
  const [last] = await registerOften(noah, 1);
  expect(await queueCount(noah)).toEqual({ inMemory: most, stored: most });
  expect(await Promise.all([first, last].map((queue) => isAlive(queue as Queue)))).toEqual([true, true]);
});

test("a queue stores each event type once, and queues of similar clients share one description", async () => {
  const { noah, mia } = await realm();
  const repeated = { event_types: ["message", "message", "reaction", "message"] };
  await noah.queue(repeated);
  await mia.queue({ event_types: ["message", "reaction"] });
  await noah.queue({ event_types: ["reaction"] });
  const clients = () => inRealm(noah, ({ queues }) => [...queues.all()].map(({ client }) => client));
  for (const [one, two, three] of [await clients(), await evict(noah).then(clients)]) {
    expect(one?.event_types).toEqual(["message", "reaction"]);
    expect(two).toBe(one);
    expect(three).not.toBe(one);
  }
  expect((await noah.post("/register", { narrow: [["topic", "x".repeat(limits.text.name + 1)]] })).body.msg).toContain(
    "narrow",
  );
});
