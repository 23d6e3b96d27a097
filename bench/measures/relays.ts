import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Bench } from "../bench.ts";
import { Office } from "../cost/office.ts";
import { Connection } from "../load/connection.ts";
import { apiRequest } from "../load/requests.ts";
import { StreamClients } from "../load/stream-clients.ts";
import { registerQueues } from "../load/stream-sockets.ts";
import type { Measure } from "../measure.ts";
import type { Simulated } from "../relays/simulated.ts";
import { untilIdle } from "../server/idle.ts";
import { RelayHost } from "../server/relay-host.ts";
import { Server } from "../server/server.ts";
import { scheduled } from "../server/usage.ts";

/** The default number of streams per relay. */
const EACH = 4000;
/** Descriptors that workerd needs per stream: it holds each socket twice. */
const DESCRIPTORS = 2;
/** The continents that streams pretend to come from, one per relay process. */
const CONTINENTS = ["EU", "NA", "AS", "SA", "AF", "OC"];
const MOST = 20_000;
/** The number of queues per person. The server ends some if a person has more than a hundred. */
const QUEUES_EACH = 50;
const LAST = { atMost: 2000 };
const MESSAGES = 10;

const root = join(import.meta.dirname, "../..");

/** Simulates a realm with fake relays in a separate process. */
async function simulate(relays: number, each: number): Promise<Simulated> {
  const sources = join(root, "src/cli/import/run-sources.ts");
  const options = ["--max-old-space-size=6000", "--expose-gc", "--import", sources];
  const simulation = join(root, "bench/relays/simulate.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...options,
    simulation,
    String(relays),
    String(each),
  ]);
  return JSON.parse(stdout) as Simulated;
}

/** The number of streams that the process's descriptor limit allows. */
const allowed = (): number => {
  const { open_files } = (process.report.getReport() as unknown as { userLimits: Record<string, { soft: number }> })
    .userLimits as { open_files: { soft: number | "unlimited" } };
  const most = open_files.soft === "unlimited" ? Number.POSITIVE_INFINITY : open_files.soft;
  return Math.floor((most * 0.9) / DESCRIPTORS);
};

/**
 * First simulates a realm whose fake relays only count, then sends a message to thousands of streams at relays in other
 * processes.
 */
export const measure: Measure = {
  name: "relays",
  about: "a message to 20,000 streams at relays; what 1,000,000 take of a realm",
  async run(bench) {
    for (const relays of bench.settings.quick ? [1] : [5, 250]) {
      const each = bench.settings.quick ? 100 : EACH;
      bench.progress(`a realm with ${relays * each} streams at stand-ins`);
      const found = await simulate(relays, each);
      const name = (what: string) => `${found.streams.toLocaleString("en")} simulated: ${what}`;
      const event = { atMost: 5 + found.streams / 10_000 };
      bench.report({ name: name("CPU of an event"), value: found.eventMs, unit: "ms", budget: event });
      bench.report({ name: name("CPU of acknowledgements"), value: found.acknowledgeMs, unit: "ms" });
      bench.report({ name: name("an event on the links"), value: found.bytes, unit: "bytes" });
      bench.report({ name: name("heap of a queue"), value: found.queueBytes / found.streams, unit: "bytes" });
      const budget = { atMost: 150 + 1_000_000 / found.streams };
      const ofEach = found.streamBytes / found.streams;
      bench.report({ name: name("heap of a stream"), value: ofEach, unit: "bytes", budget });
    }

    await measureStreams(bench);
  },
};

/**
 * Real streams, all at relays, in as many processes as the descriptor limit requires. The realm has its own process.
 */
async function measureStreams(bench: Bench): Promise<void> {
  const count = bench.settings.quick ? 40 : MOST;
  const processes = bench.settings.quick ? 2 : Math.min(CONTINENTS.length, Math.ceil(MOST / allowed()));
  const data = mkdtempSync(join(tmpdir(), "parley-relays-"));
  const vars = { RELAYS_FROM: "0", RELAY_STREAMS: String(EACH) };
  const server = await Server.start(join(data, "realm"), { hooks: true, apart: true, vars });
  const [hosts, clients]: [RelayHost[], StreamClients[]] = [[], []];
  try {
    const office = new Office(server);
    await office.grow(Math.ceil(count / QUEUES_EACH));
    bench.progress(`registering ${count} queues`);
    const queues = await registerQueues(server, office.people, count);
    const message = { type: "channel", to: "general", topic: "relays", content: "To **all** of you" };
    const send = apiRequest("POST", "/messages", server.owner, message);
    const connection = new Connection(server.direct);
    const sends = async (before: () => Promise<unknown>, after: (began: number) => Promise<unknown>) => {
      let ran = 0;
      // The first message is a warm-up, because the programs have never delivered a message before.
      for (let round = 0; round <= MESSAGES; round++) {
        if (round === 1) {
          await untilIdle(server.pid);
          ran = scheduled(server.pid)?.ran ?? Number.NaN;
        }
        await before();
        const began = Number(process.hrtime.bigint()) / 1e6;
        await connection.send(send);
        await after(began);
      }
      await untilIdle(server.pid);
      return ((scheduled(server.pid)?.ran ?? Number.NaN) - ran) / 1e6 / MESSAGES;
    };
    bench.progress("messages to nobody");
    const alone = await sends(
      async () => {},
      async () => {},
    );
    for (let index = 0; index < processes; index++) {
      bench.progress(`opening ${count} streams, process ${index + 1} of ${processes}`);
      const host = await RelayHost.start(join(data, `relays-${index}`), server.floors, CONTINENTS[index] ?? "");
      hosts.push(host);
      const mine = queues.filter((_, at) => at % processes === index);
      const client = new StreamClients();
      clients.push(client);
      await client.open(mine, host.direct);
    }
    bench.progress("messages to all");
    const [halves, lasts]: [number[], number[]] = [[], []];
    let waiting: Awaited<ReturnType<StreamClients["wait"]>>[] = [];
    const wait = async () => {
      waiting = await Promise.all(clients.map((client) => client.wait()));
    };
    const toAll = await sends(wait, async (began) => {
      const came = await Promise.all(waiting.map((one) => one.came));
      halves.push(Math.max(...came.map(({ p50 }) => p50)) - began);
      lasts.push(Math.max(...came.map(({ last }) => last)) - began);
    });
    const name = (what: string) => `to ${count.toLocaleString("en")} streams: ${what}`;
    const middle = (times: number[]) => times.sort((a, b) => a - b)[MESSAGES / 2] ?? Number.NaN;
    bench.report({ name: name("half of them"), value: middle(halves), unit: "ms" });
    bench.report({ name: name("last"), value: middle(lasts), unit: "ms", budget: LAST });
    bench.report({ name: name("CPU of a send, to nobody"), value: alone, unit: "ms" });
    const budget = { atMost: 5 + count / 10_000 };
    bench.report({ name: name("the realm's CPU beside that"), value: toAll - alone, unit: "ms", budget });
    connection.close();
  } finally {
    for (const client of clients) await client.stop();
    for (const host of hosts) await host.stop();
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}
