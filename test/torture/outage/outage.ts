import { until } from "../../process/support/processes.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import { Crowd } from "../load/crowd.ts";

const MODES = ["none", "refuse", "slow", "lie"] as const;

/**
 * D1 and R2 refuse, are slow, or do what they are told and deny it, while people do all sorts of things and read: talk
 * goes on, readers are answered truly or refused honestly, and afterwards nothing is lost or there twice.
 */
export const outage: Part = {
  name: "outage",
  share: 3,
  brief: 1,
  async run(trial) {
    const { random, isBrief, log } = trial;
    const server = await trial.server({ args: ["--hot-window", String(random.pick([10, 50]))], fresh: true });
    const crowd = await Crowd.on(server, trial);
    const { owner } = crowd.world;
    const tell = (what: string, mode: string) => owner.ok(owner.post(`/testing/${what}`, { mode }));
    crowd.start();
    // Each of them in every round, in some order.
    const failures = MODES.slice(1).sort(() => random.below(3) - 1);
    for (const database of isBrief ? failures.slice(0, 2) : failures) {
      await crowd.answered(10 + random.below(60));
      const files = random.pick(MODES);
      await tell("database", database);
      await tell("files", files);
      log(`D1: ${database}, R2: ${files}; ${crowd.summary}`);
      await during(crowd, trial, database);
      if (random.below(4) === 0) await server.crash("workerd");
      await tell("database", "none");
      await tell("files", "none");
      if (!isBrief) await settle(crowd, trial);
      crowd.start();
    }
    await crowd.answered(20);
    await settle(crowd, trial);
    await crowd.end();
  },
};

/** Chat needs the realm alone. */
async function during(crowd: Crowd, { random, isBrief }: Trial, mode: string): Promise<void> {
  const { owner } = crowd.world;
  const [before, heard] = [crowd.refusals, crowd.heard];
  await crowd.answered(20 + random.below(isBrief ? 40 : 150));
  await until("events go on", () => crowd.heard > heard, 60_000);
  const { unshipped } = await owner.ok(owner.get("/testing/object"));
  if (mode === "slow") return;
  if (!unshipped) throw new Violation(`while D1 does not work (${mode}), everything is said to be there`);
  await until("readers are told", () => crowd.refusals > before, 60_000);
}

async function settle(crowd: Crowd, { log }: Trial): Promise<void> {
  const readings = crowd.readings - crowd.refusals;
  await until("readers are answered again", () => crowd.readings - crowd.refusals > readings, 60_000);
  await crowd.settle();
  log(`settled; ${crowd.summary}; ${crowd.readings} readings, ${crowd.refusals} refused`);
}
