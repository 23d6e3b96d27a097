import { setTimeout as pause } from "node:timers/promises";
import type { Bench, Stage } from "../bench.ts";
import { compare } from "../comparison.ts";
import { closedLoop, median } from "../load/closed-loop.ts";
import { apiRequest, type Fields } from "../load/requests.ts";
import type { Measure } from "../measure.ts";

const COUNTS = [10, 1000, 10_000];
const SECONDS = 1;
const TRIES = 9;

/** Messages are sent to channels with few and many subscribers. The cost should be the same. */
export const measure: Measure = {
  name: "subscribers",
  about: "a message is sent to channels of 10, 1,000 and 10,000 subscribers",
  async run(bench) {
    const counts = bench.settings.quick ? [10, 50] : COUNTS;
    const rows = await rowsWritten(await stageWith(counts, { hooks: true }, bench), counts);
    for (const [index, count] of counts.entries()) {
      const name = `rows for ${count.toLocaleString("en")}`;
      bench.report({ name, value: rows[index] ?? 0, floor: rows[0], unit: "rows", budget: { atMost: 1 } });
    }
    await times(await stageWith(counts, { hooks: false }, bench), counts, bench);
  },
};

const channelFor = (count: number) => `subscribed by ${count}`;
const messageTo = (count: number): Fields => ({
  type: "channel",
  to: channelFor(count),
  topic: "rows",
  content: "Hello",
});

async function stageWith(counts: readonly number[], { hooks }: { hooks: boolean }, bench: Bench): Promise<Stage> {
  const stage = await bench.stage({ of: "standard", hooks });
  const { server, organization } = stage;
  for (const count of counts) {
    await server.call("POST", "/users/me/subscriptions", {
      subscriptions: [{ name: channelFor(count) }],
      principals: organization.people.slice(0, count).map(({ id }) => id),
      send_new_subscription_messages: false,
    });
  }
  return stage;
}

/** Returns the number of rows that each message writes, including the shipment to D1 that follows. */
async function rowsWritten({ server, organization }: Stage, counts: readonly number[]): Promise<number[]> {
  const written = async () => {
    let before = -1;
    for (;;) {
      const { rows_written } = await server.call<{ rows_written: number }>("GET", "/testing/work");
      if (rows_written === before) return before;
      before = rows_written;
      await pause(150);
    }
  };
  const found: number[] = [];
  for (const count of counts) {
    const tries: number[] = [];
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const before = await written();
      await server.call("POST", "/messages", messageTo(count), organization.people[0]);
      tries.push((await written()) - before);
    }
    found.push(median(tries));
  }
  return found;
}

async function times({ server, organization }: Stage, counts: readonly number[], bench: Bench): Promise<void> {
  const [few = 0, ...more] = counts;
  const side = (count: number) => async () => {
    const next = () => apiRequest("POST", "/messages", organization.people[0] ?? server.owner, messageTo(count));
    const { p50 } = await closedLoop(server.port, {
      connections: 1,
      seconds: bench.settings.quick ? 0.1 : SECONDS,
      next,
    });
    return { p50 };
  };
  for (const count of more) {
    const { ours, floor, ratio } = await compare(
      bench.settings.rounds,
      { ours: side(count), floor: side(few) },
      (what) => bench.progress(`${count} subscribers, ${what}`),
    );
    const name = `p50 for ${count.toLocaleString("en")}, beside ${few}`;
    bench.report({ name, value: ours.p50, floor: floor.p50, unit: "ms" }, ratio.p50);
  }
}
