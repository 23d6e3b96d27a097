import { until } from "../../process/support/processes.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import { Crowd } from "../load/crowd.ts";

const MODES = ["none", "refuse", "slow", "lie"] as const;

/**
 * D1 and R2 refuse requests, are slow, or store data but report a failure, while users act and read. Messages are still
 * accepted, and readers get correct responses or refusals. Afterwards, nothing is lost or duplicated.
 */
export const outage: Part = {
  name: "outage",
  share: 3,
  briefRounds: 1,
  async run(trial) {
    const { random, isBrief, log } = trial;
    const server = await trial.server({ args: ["--hot-window", String(random.pick([10, 50]))], fresh: true });
    const crowd = await Crowd.on(server, trial);
    const { owner } = crowd.world;
    const setMode = (what: string, mode: string) => owner.ok(owner.post(`/testing/${what}`, { mode }));
    crowd.start();
    // Each failure occurs in every round, in random order.
    const failures = MODES.slice(1).sort(() => random.below(3) - 1);
    for (const database of isBrief ? failures.slice(0, 2) : failures) {
      await crowd.answered(10 + random.below(60));
      const files = random.pick(MODES);
      await setMode("database", database);
      await setMode("files", files);
      log(`D1: ${database}, R2: ${files}; ${crowd.summary}`);
      await during(crowd, trial, database);
      if (random.below(4) === 0) await server.crash("workerd");
      await setMode("database", "none");
      await setMode("files", "none");
      if (!isBrief) await settle(crowd, trial);
      crowd.start();
    }
    await crowd.answered(20);
    await settle(crowd, trial);
    await crowd.end();
  },
};

/** Checks that messages are still sent and received while D1 is unavailable, because they only need the realm. */
async function during(crowd: Crowd, { random, isBrief }: Trial, mode: string): Promise<void> {
  const { owner } = crowd.world;
  const [reads, eventsReceived] = [crowd.reads, crowd.eventsReceived];
  await crowd.answered(20 + random.below(isBrief ? 40 : 150));
  await until("events go on", () => crowd.eventsReceived > eventsReceived, 60_000);
  const { unshipped } = await owner.ok(owner.get("/testing/object"));
  if (mode === "slow") return;
  if (!unshipped) throw new Violation(`while D1 does not work (${mode}), everything is said to be there`);
  // What the realm holds can still be read. Other requests are refused.
  await until("readers are told something", () => crowd.reads > reads, 60_000);
}

async function settle(crowd: Crowd, { log }: Trial): Promise<void> {
  const reads = crowd.reads - crowd.refusals;
  await until("readers are answered again", () => crowd.reads - crowd.refusals > reads, 60_000);
  await crowd.settle();
  log(`settled; ${crowd.summary}; ${crowd.reads} reads, ${crowd.refusals} refused`);
}
