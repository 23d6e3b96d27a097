import { readFileSync } from "node:fs";
import { Listener } from "../../process/support/listener.ts";
import type { Json, Person } from "../../process/support/person.ts";
import { until } from "../../process/support/processes.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import { checkGrowth, type Sizes } from "./growth.ts";
import { Lap } from "./lap.ts";

const HOUR_MS = 3_600_000;
/** By then, some six weeks later, whatever is kept for a while has come to its end for the first time. */
const WARM = 8;
/** So many more are needed to tell growth from the ups and downs. */
const WATCHED = 10;

/**
 * Days pass within seconds: what is due happens, once and not before; what is over is gone; and what is done again and
 * again takes no more room than at first.
 */
export const soak: Part = {
  name: "soak",
  share: 2,
  brief: 1,
  async run(trial) {
    const { isBrief, log } = trial;
    const server = await trial.server({ args: ["--hot-window", "20", "--quiet", "--hold", "0"], fresh: true });
    const owner = await trial.organization(server);
    const people = await Promise.all(["Ada", "Ben"].map((name) => owner.invite(name)));
    await owner.channel("general", [owner, ...people]);
    const forDays = { event_types: ["message"], queue_lifespan_secs: 604_800 };
    const patient = await Promise.all(people.map((person) => Listener.of(person, forDays)));
    const laps: Sizes[] = [];
    for (let number = 1; number <= (isBrief ? 2 : WARM + WATCHED); number += 1) {
      const lap = new Lap(number, { owner, people, random: trial.random });
      await lap.live();
      const hours = 120 + trial.random.below(40);
      const pass = (passed: number) => owner.ok(owner.post("/testing/clock", { advance_ms: passed * HOUR_MS }));
      await pass(1);
      await lap.checkWithin("waits");
      await pass(1.05);
      await lap.checkWithin("is sent");
      await pass(hours);
      await lap.checkAfter();
      await checkHeard(patient, lap.sent);
      laps.push(await sizes(owner, server.runtime));
      log(`lap ${number}, ${hours} hours: ${JSON.stringify(changes(laps))}`);
    }
    for (const listener of patient) await listener.stop();
    if (!isBrief) checkGrowth(laps.slice(WARM));
  },
};

/** Whoever keeps polling hears everything, however much time passes; and what is delivered is heard once. */
async function checkHeard(listeners: readonly Listener[], contents: readonly string[]): Promise<void> {
  for (const listener of listeners) {
    const count = (wanted: string) => listener.messages.filter(({ content }) => content.startsWith(wanted)).length;
    await until("everything is heard", () => contents.every((wanted) => count(wanted) > 0));
    const twice = contents.find((wanted) => count(wanted) > 1);
    if (twice !== undefined) throw new Violation(`${twice} was heard ${count(twice)} times`);
  }
}

async function sizes(owner: Person, runtime: number): Promise<Sizes> {
  const { rows, queues, logged_events } = await owner.ok(owner.get("/testing/object"));
  return { ...rows, "(queues in memory)": queues, "(events in memory)": logged_events, "(MB)": residentMb(runtime) };
}

/** The memory of workerd; 0 where the system does not tell. */
function residentMb(pid: number): number {
  try {
    return Math.round((Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096) / 2 ** 20);
  } catch {
    return 0;
  }
}

/** What the last lap has changed. */
function changes(laps: readonly Sizes[]): Json {
  const [before = {}, after = {}] = laps.slice(-2);
  return Object.fromEntries(Object.entries(after).filter(([name, size]) => size !== before[name]));
}

export type Context = { readonly owner: Person; readonly people: readonly Person[]; readonly random: Trial["random"] };
