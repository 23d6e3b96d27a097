import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../src/cli/os/port.ts";
import type { Bench } from "../bench.ts";
import { Office } from "../cost/office.ts";
import { Connection } from "../load/connection.ts";
import { apiRequest } from "../load/requests.ts";
import { growStreams, StreamSockets } from "../load/stream-sockets.ts";
import { type Started, withServer } from "../server/started.ts";

const PEOPLE = 500;
const SENDS = 10_000;
const CONNECTIONS = 16;
/** How long processes take to become idle and release memory. */
const REST_MS = 5000;
const FIRST = { atMost: 280_000_000 };
const IDLE = { atMost: 230_000_000 };
const AFTER = { atMost: 360_000_000 };

/** Memory of `npm start` by process: on the first start, on later ones, and after many sends. */
export async function measureProcesses(bench: Bench): Promise<void> {
  const [people, sends] = bench.settings.quick ? [5, 50] : [PEOPLE, SENDS];
  const data = mkdtempSync(join(tmpdir(), "parley-memory-"));
  const port = await freePort("127.0.0.1", 0);
  await withServer(data, port, (server) => report(bench, server, "idle after a first start", FIRST));
  await withServer(data, port, async (server) => {
    await report(bench, server, "idle", IDLE);
    const place = { ...server, direct: port };
    const office = new Office(place);
    bench.progress(`${people} people listen`);
    await office.grow(people);
    const streams = new StreamSockets();
    await growStreams(streams, place, office.people, people);
    bench.progress(`${sends} messages`);
    const message = { type: "channel", to: "general", topic: "memory", content: "To **all** of you" };
    const text = apiRequest("POST", "/messages", office.people[0] ?? server.owner, message);
    const before = server.cpuSeconds();
    await sendMany(port, text, sends);
    const cpu = (server.cpuSeconds() - before) / sends;
    bench.report({ name: `CPU of a send to ${people} streams, of all processes`, value: cpu * 1e6, unit: "µs" });
    await report(bench, server, `after ${sends.toLocaleString("en")} sends to ${people} streams`, AFTER);
    streams.close();
  });
  rmSync(data, { recursive: true, force: true });
}

async function sendMany(port: number, text: string, count: number): Promise<void> {
  let begun = 0;
  const send = async () => {
    const connection = new Connection(port);
    while (begun < count) {
      begun += 1;
      await connection.send(text);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
}

async function report(bench: Bench, server: Started, when: string, budget: { atMost: number }): Promise<void> {
  await pause(REST_MS);
  for (const { name, bytes } of server.processes())
    bench.report({ name: `${name}, ${when}`, value: bytes, unit: "bytes" });
  bench.report({ name: `npm start, ${when}`, value: server.residentBytes(), unit: "bytes", budget });
}
