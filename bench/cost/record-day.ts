import { setTimeout as pause } from "node:timers/promises";
import { type Counts, countNames } from "./counts.ts";
import type { MeteredServer } from "./metered-server.ts";
import { acts, Office } from "./office.ts";
import type { ActCost, Recorded } from "./recorded.ts";
import type { ActName } from "./working-day.ts";

export const RECORDED_PEOPLE = 10;
const LARGE = 500;

/** How many times each act is repeated while its cost is counted. */
const TIMES: Partial<Record<keyof typeof acts, number>> = {
  "log in": 20,
  register: 30,
  send: 12,
  "mark as read": 12,
  react: 12,
  edit: 12,
  "read a page": 60,
  search: 30,
  type: 60,
  upload: 10,
  download: 20,
};
const counted = Object.entries(TIMES) as [keyof typeof acts, number][];
/** Pause between acts whose changes, in a small organization, are each shipped before the next act. */
const APART_MS = 1200;
const APART: ReadonlySet<string> = new Set(["send", "mark as read", "react", "edit"]);
const EVENTS = ["message", "update_message", "update_message_flags", "reaction", "typing", "attachment"];

/** The record of a day without relays. */
type Day = Omit<Recorded, "acts"> & { readonly acts: Readonly<Record<ActName, ActCost>> };

/** Performs a team's day, one act after the other, and returns the cost of each act. */
export async function recordDay(metered: MeteredServer, tell: (what: string) => void): Promise<Day> {
  const office = new Office(metered.server);
  await office.grow(RECORDED_PEOPLE);
  const found = new Map<ActName, ActCost>();
  const count = async (name: ActName, times: number, work: () => Promise<unknown>): Promise<ActCost> => {
    tell(name);
    const cost = divided(await metered.during(work), times);
    found.set(name, cost);
    return cost;
  };
  // A warm-up, because a program takes longer to do something for the first time.
  for (let index = 0; index < 40; index++) await office.send(index);
  for (let index = 0; index < 40; index++)
    for (const [name] of counted) (await (index < 8 || index % 4 === 0)) && acts[name](office, index);
  // One listener, so that changes are logged as events. More listeners cost nothing until they receive them.
  await office.listen(1, EVENTS);
  await metered.settled();
  for (const [name, times] of counted) {
    await count(name, times, async () => {
      for (let index = 0; index < times; index++) {
        await acts[name](office, index);
        if (APART.has(name)) await pause(APART_MS);
      }
    });
  }
  await countListening(office, { metered, found, count });
  await office.grow(LARGE);
  await office.register(0);
  await metered.settled();
  await count("register, 500 people", 30, async () => {
    for (let index = 0; index < 30; index++) await office.register(index);
  });
  const hash_ms = found.get("log in")?.objects_ms ?? 0;
  return {
    day: new Date().toISOString().slice(0, 10),
    people: RECORDED_PEOPLE,
    hash_ms,
    acts: Object.fromEntries(found) as Day["acts"],
  };
}

interface Counting {
  readonly metered: MeteredServer;
  readonly found: Map<ActName, ActCost>;
  count(name: ActName, times: number, work: () => Promise<unknown>): Promise<ActCost>;
}

/** Counts the cost of receiving events and of pings, without the acts that cause the events. */
async function countListening(office: Office, { metered, found, count }: Counting): Promise<void> {
  const rounds = 12;
  const each = rounds * RECORDED_PEOPLE;
  const repeat = (times: number, work: (index: number) => Promise<unknown>) => async () => {
    for (let index = 0; index < times; index++) await work(index);
  };
  const without = (name: ActName, other: ActCost, times: number) => {
    const cost = found.get(name);
    if (cost !== undefined) found.set(name, less(cost, other, times));
  };
  const beside = async (work: () => Promise<unknown>) => divided(await metered.during(work), rounds);
  /**
   * Sends a message long enough after the last one that they are shipped separately, even on a busy machine: shipping
   * them together costs less.
   */
  const send = (index: number) => pause(APART_MS).then(() => office.send(index));
  await office.listen(1, EVENTS);
  const sent = await beside(repeat(rounds, send));
  const passed = await beside(repeat(rounds, () => office.passTime(50)));

  await office.listen(RECORDED_PEOPLE, ["message"]);
  await count(
    "poll, nothing comes",
    each,
    repeat(rounds, () => office.passTime(50).then(() => office.pollDuring(() => Promise.resolve()))),
  );
  without("poll, nothing comes", passed, 1 / RECORDED_PEOPLE);
  await count(
    "poll, something comes",
    each,
    repeat(rounds, (index) => office.pollDuring(() => send(index))),
  );
  without("poll, something comes", sent, 1 / RECORDED_PEOPLE);
  await count(
    "ping",
    each,
    repeat(rounds, (index) =>
      office.passTime(60).then(repeat(RECORDED_PEOPLE, (person) => office.ping(index + person))),
    ),
  );
  without("ping", passed, 1 / RECORDED_PEOPLE);
  // By now the queues have expired.
  await office.listen(RECORDED_PEOPLE, ["message"]);
  await count("open a stream", RECORDED_PEOPLE, () => office.openStreams());
  await count(
    "stream, something comes",
    each,
    repeat(rounds, (index) => office.heardDuring(() => send(index))),
  );
  without("stream, something comes", sent, 1 / RECORDED_PEOPLE);
  office.closeStreams();
}

const names = [...countNames, "worker_ms", "objects_ms"] as const satisfies readonly (keyof Counts | keyof ActCost)[];

const mapped = (by: (name: keyof ActCost) => number): ActCost =>
  Object.fromEntries(
    names.map((name) => [name, Math.max(0, Math.round(by(name) * 1000) / 1000)]),
  ) as unknown as ActCost;

export const divided = (cost: ActCost, times: number): ActCost => mapped((name) => cost[name] / times);
export const less = (cost: ActCost, other: ActCost, times: number): ActCost =>
  mapped((name) => cost[name] - other[name] * times);
