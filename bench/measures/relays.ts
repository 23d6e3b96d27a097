import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { Connection } from "../load/connection.ts";
import { apiRequest } from "../load/requests.ts";
import { openStreams, registerQueues, StreamSockets } from "../load/stream-sockets.ts";
import type { Measure } from "../measure.ts";
import type { Simulated } from "../relays/simulated.ts";
import { cpuDuring, untilIdle } from "../server/idle.ts";

/** The size of a relay where nothing else is set. */
const EACH = 4000;
/** Descriptors of workerd for each stream. */
const DESCRIPTORS = 4;
const MOST = 20_000;
const LAST = { atMost: 2000 };
const MESSAGES = 10;

const root = join(import.meta.dirname, "../..");

/** A realm with so many stand-ins for relays, in a process of its own. */
async function simulate(relays: number, each: number): Promise<Simulated> {
  const sources = join(root, "src/local/import/run-sources.ts");
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

/** The most streams that the descriptors of a process allow; each also takes one of this process. */
const allowed = (): number => {
  const { open_files } = (process.report.getReport() as unknown as { userLimits: Record<string, { soft: number }> })
    .userLimits as { open_files: { soft: number | "unlimited" } };
  const most = open_files.soft === "unlimited" ? Number.POSITIVE_INFINITY : open_files.soft;
  return Math.floor((most * 0.9) / DESCRIPTORS);
};

/** Thousands of streams, most of them at relays: a message to all; then a realm alone, whose relays only count. */
export const measure: Measure = {
  name: "relays",
  about: "a message to 20,000 streams, most of them at relays; what 1,000,000 take of a realm",
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
      bench.report({ name: name("heap of a stream"), value: found.streamBytes / found.streams, unit: "bytes" });
    }

    const count = bench.settings.quick ? 20 : Math.min(MOST, allowed());
    const { server, organization } = await bench.stage({ of: "team", fresh: true });
    const { people, channels } = organization;
    const streams = new StreamSockets();
    bench.progress("registering");
    const queues = await registerQueues(server, people, count);
    bench.progress(`opening ${count} streams`);
    await openStreams(streams, server, queues);
    const connection = new Connection(server.direct);
    const message = { type: "channel", to: channels[0]?.id ?? 0, topic: "relays", content: "To **all** of you" };
    const send = apiRequest("POST", "/messages", people[0] ?? server.owner, message);
    await streams.deliveredBy(() => connection.send(send));
    const lasts: number[] = [];
    const { seconds } = await cpuDuring(server.pid, async () => {
      for (let round = 0; round < MESSAGES; round++) {
        lasts.push((await streams.deliveredBy(() => connection.send(send))).last);
      }
      await untilIdle(server.pid);
    });
    lasts.sort((a, b) => a - b);
    const name = `to ${count.toLocaleString("en")} streams`;
    bench.report({ name: `${name}: last`, value: lasts[MESSAGES / 2] ?? Number.NaN, unit: "ms", budget: LAST });
    bench.report({ name: `${name}: CPU of a delivery`, value: (seconds / MESSAGES / count) * 1e6, unit: "µs" });
    connection.close();
    streams.close();
  },
};
