import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../src/cli/os/port.ts";
import type { Bench } from "../bench.ts";
import { acts, Office } from "../cost/office.ts";
import { eventsFor, ofEachPerson, type Transport, transports, WORKING_DAYS_A_MONTH } from "../cost/working-day.ts";
import { EventQueues } from "../load/event-queues.ts";
import type { Account } from "../load/requests.ts";
import { growStreams, StreamSockets } from "../load/stream-sockets.ts";
import type { Measure } from "../measure.ts";
import type { Unit } from "../report/figure.ts";
import { type Started, withServer } from "../server/started.ts";

const TEAMS = [10, 100, 500];
/** The number of one person's working days that are simulated, with and without other listeners. */
const DAYS = 8;
const REST_MS = 3000;
/**
 * The number of days after which the databases grow steadily. An organization stores its newest messages and events
 * twice, and until the limit for these is reached, the databases grow faster.
 */
const BEFORE_IT_IS_STEADY = 200;
const STEADY_DAYS = 60;

/** The hardware that a team needs for its own machine, with one client open per person. */
export const measure: Measure = {
  name: "machine",
  about: "what teams of 10 to 500 need of a machine: memory, CPU, disk and traffic",
  async run(bench) {
    const teams = bench.settings.quick ? [10] : TEAMS;
    for (const people of teams)
      for (const transport of transports) await inDirectory((data) => measureTeam(bench, { people, transport, data }));
    await inDirectory((data) => measureGrowth(bench, data));
  },
};

async function inDirectory(work: (data: string) => Promise<void>): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "parley-machine-"));
  try {
    await work(data);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

interface Team {
  readonly people: number;
  readonly transport: Transport;
  readonly data: string;
}

async function measureTeam(bench: Bench, { people, transport, data }: Team): Promise<void> {
  const name = `${people.toLocaleString("en")} by ${transport}`;
  const days = bench.settings.quick ? 1 : DAYS;
  const port = await freePort("127.0.0.1", 0);
  const { alone, listened, memory, heard, eventBytes } = await withServer(data, port, async (server) => {
    const office = new Office({ direct: port, owner: server.owner });
    await office.grow(people);
    bench.progress(`${name}: nobody listens`);
    await liveDays(office, 1);
    const alone = await usedDuring(server, office, () => liveDays(office, days));

    bench.progress(`${name}: clients connect`);
    const clients = await connect(server, transport, office.people);
    bench.progress(`${name}: all listen`);
    const listened = await usedDuring(server, office, () => liveDays(office, days));
    const memory = server.residentBytes();
    return { alone, listened, memory, ...(await clients.close()) };
  });
  const events = eventsFor(people);
  const eachEvent = Math.max(0, listened.cpu - alone.cpu) / heard;
  const report = (what: string, value: number, unit: Unit) => bench.report({ name: `${name}: ${what}`, value, unit });
  report("memory, all connected", memory, "bytes");
  report("CPU of a working day", people * (alone.cpu / days + events * eachEvent), "s");
  report("an event that is delivered", eachEvent * 1e6, "µs");
  report("answers and events of a day", people * (alone.bytes / days + events * eventBytes), "bytes");
}

/** Reports how much the databases grow per person and year. */
async function measureGrowth(bench: Bench, data: string): Promise<void> {
  const port = await freePort("127.0.0.1", 0);
  let office: Office | undefined;
  const bytesAfter = async (days: number) => {
    await withServer(data, port, async ({ owner }) => {
      office ??= new Office({ direct: port, owner });
      await office.grow(10);
      await liveDays(office, bench.settings.quick ? 1 : days, WRITING);
    });
    return databaseBytes(data);
  };
  bench.progress("the databases grow");
  const before = await bytesAfter(BEFORE_IT_IS_STEADY);
  const after = await bytesAfter(STEADY_DAYS);
  const value = ((after - before) / STEADY_DAYS) * WORKING_DAYS_A_MONTH * 12;
  bench.report({ name: "databases, a person's year", value, unit: "bytes" });
}

type Act = keyof typeof ofEachPerson;
const ALL = Object.keys(ofEachPerson) as readonly Act[];
/** Acts that leave data in the databases. */
const WRITING = ["send", "mark as read", "react", "edit"] as const;

/** Performs one person's working days. */
async function liveDays(office: Office, days: number, names: readonly Act[] = ALL): Promise<void> {
  let done = 0;
  for (const name of names)
    for (let left = Math.round(ofEachPerson[name] * days); left > 0; left--) await acts[name](office, done++);
}

/** Returns the CPU time that some work takes until the server is idle again, and the length of its responses. */
async function usedDuring(server: Started, office: Office, work: () => Promise<void>) {
  await pause(REST_MS);
  const [cpu, bytes] = [server.cpuSeconds(), office.answeredBytes];
  await work();
  await pause(REST_MS);
  return { cpu: server.cpuSeconds() - cpu, bytes: office.answeredBytes - bytes };
}

/** Opens a stream or polls for each person until the result is closed. */
async function connect(server: Started, transport: Transport, people: readonly Account[]) {
  const place = { ...server, direct: server.port };
  if (transport === "streams") {
    const streams = new StreamSockets();
    await growStreams(streams, place, people, people.length);
    return {
      async close() {
        streams.close();
        return { heard: streams.delivered, eventBytes: streams.bytes / streams.delivered };
      },
    };
  }
  const queues = new EventQueues(place, people);
  await queues.grow(people.length);
  let isOver = false;
  const polls = queues.waiters.waitUntil(() => isOver).catch(() => {});
  return {
    async close() {
      isOver = true;
      queues.waiters.close();
      void polls;
      return { heard: queues.delivered, eventBytes: queues.answerLength };
    },
  };
}

/** Returns the size of all databases in a data directory that isn't in use. */
const databaseBytes = (data: string): number =>
  readdirSync(data, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".sqlite"))
    .reduce((sum, path) => sum + statSync(join(data, path)).size, 0);
