import { readFileSync } from "node:fs";
import type { Json, Person } from "../../process/support/person.ts";
import { type ListeningClient, PollingClient } from "../../process/support/polling-client.ts";
import { until } from "../../process/support/processes.ts";
import { StreamingClient } from "../../process/support/streaming-client.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import { checkGrowth, type Sizes } from "./growth.ts";
import { Week } from "./week.ts";

const HOUR_MS = 3_600_000;
/** The number of weeks, of some six days each, until everything that expires has expired for the first time. */
const WARM_UP_WEEKS = 8;
/** The number of weeks after these that are needed to tell growth from variation. */
const CHECKED_WEEKS = 10;

/**
 * Advances the clock by weeks within seconds. Work is done once and not before it is due, expired data disappears, and
 * repeating the same week doesn't take more and more space.
 */
export const soak: Part = {
  name: "soak",
  share: 2,
  briefRounds: 1,
  async run(trial) {
    const { isBrief, log } = trial;
    const server = await trial.server({ args: ["--hot-window", "20", "--quiet", "--hold", "0"], fresh: true });
    const owner = await trial.organization(server);
    const people = await Promise.all(["Ada", "Ben"].map((name) => owner.invite(name)));
    await owner.channel("general", [owner, ...people]);
    const weekLong = { event_types: ["message"], queue_lifespan_secs: 604_800 };
    const kinds = [PollingClient, StreamingClient];
    const patient = await Promise.all(people.flatMap((person) => kinds.map((kind) => kind.of(person, weekLong))));
    const weeks: Sizes[] = [];
    for (let number = 1; number <= (isBrief ? 2 : WARM_UP_WEEKS + CHECKED_WEEKS); number += 1) {
      const week = new Week(number, { owner, people, random: trial.random });
      await week.act();
      const hours = 120 + trial.random.below(40);
      const pass = (passed: number) => owner.ok(owner.post("/testing/clock", { advance_ms: passed * HOUR_MS }));
      await pass(1);
      await week.checkWithin("waits");
      await pass(1.05);
      await week.checkWithin("is sent");
      await pass(hours);
      await week.checkAfter();
      await checkReceived(patient, week.sent);
      weeks.push(await sizes(owner, server.runtime));
      log(`week ${number}, ${hours} hours: ${JSON.stringify(changes(weeks))}`);
    }
    for (const listener of patient) await listener.stop();
    if (!isBrief) checkGrowth(weeks.slice(WARM_UP_WEEKS));
  },
};

/** Checks that clients that keep listening received each message exactly once. */
async function checkReceived(listeners: readonly ListeningClient[], contents: readonly string[]): Promise<void> {
  for (const listener of listeners) {
    const count = (wanted: string) => listener.messages.filter(({ content }) => content.startsWith(wanted)).length;
    await until("everything is received", () => contents.every((wanted) => count(wanted) > 0));
    const twice = contents.find((wanted) => count(wanted) > 1);
    if (twice !== undefined) throw new Violation(`${twice} was received ${count(twice)} times`);
  }
}

async function sizes(owner: Person, runtime: number): Promise<Sizes> {
  const { rows, queues, logged_events } = await owner.ok(owner.get("/testing/object"));
  return { ...rows, "(queues in memory)": queues, "(events in memory)": logged_events, "(MB)": residentMb(runtime) };
}

/** Returns the memory of workerd, or 0 if the system doesn't report it. */
function residentMb(pid: number): number {
  try {
    return Math.round((Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096) / 2 ** 20);
  } catch {
    return 0;
  }
}

function changes(weeks: readonly Sizes[]): Json {
  const [before = {}, after = {}] = weeks.slice(-2);
  return Object.fromEntries(Object.entries(after).filter(([name, size]) => size !== before[name]));
}

export type Context = { readonly owner: Person; readonly people: readonly Person[]; readonly random: Trial["random"] };
