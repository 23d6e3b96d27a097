// Simulates a realm with fake relays that count what they receive, for bench/measures/relays.ts. Runs in a separate
// process, so that nothing else is in its heap. The arguments are the number of relays and the number of streams per
// relay. Prints the results.
import { Listeners } from "../../src/realm/events/listeners.ts";
import type { LongPolls } from "../../src/realm/events/long-polls.ts";
import { membersAmong, setOf } from "../../src/realm/events/number-set.ts";
import { QueueTable } from "../../src/realm/events/queue-table/queue-table.ts";
import type { Queue, Queues } from "../../src/realm/events/queues.ts";
import { numbersOf, type RecipientList } from "../../src/realm/events/recipient-lists.ts";
import { Relays } from "../../src/realm/events/relays/relays.ts";
import { Streams } from "../../src/realm/events/streams.ts";
import { type Credentials, hashKey } from "../../src/rpc/credentials.ts";
import { machineClock } from "../../src/util/clock.ts";
import { machineRandom } from "../../src/util/random.ts";
import { milliseconds } from "../../src/util/time.ts";
import type { Simulated } from "./simulated.ts";

const [relayCount = 1, streamsEach = 100] = process.argv.slice(2).map(Number);
const EVENTS = 20;
/** About the length of a message event. */
const TEXT = "x".repeat(900);

/**
 * Returns the credentials of one stream. They are parsed from JSON, so that no strings are shared, as in real requests.
 */
const credentialsOf = (number: number): Credentials =>
  JSON.parse(
    JSON.stringify({
      ...{ by: "key", email: `person${number}@example.com`, keyHash: hashKey(String(number)), wellFormed: true },
      ip: [203, number >> 16, number >> 8, number].map((part) => part & 255).join("."),
    } satisfies Credentials),
  );
const heap = () => {
  // Replaced arrays are only freed by a later collection.
  for (let times = 0; times < 3; times++) globalThis.gc?.();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
};

/** Loads Node's WebSocket, which happens on first use, before the heap is measured: it takes some megabytes. */
const { OPEN } = WebSocket;

let newest = 0;
const all = new QueueTable();
const shared = { client: {} as Queue["client"], form: {} as Queue["form"], formKey: "{}" };
const time = milliseconds(0);
const before = heap();
for (let number = 1; number <= relayCount * streamsEach; number++) {
  const id = `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
  const at = { lifespan: time, origin: 0, acknowledged: 0, seenAt: time, grace: time };
  all.add({ number, id, user_id: number as Queue["user_id"], ...at }, shared);
}
const withQueues = heap();

const { numbers } = all;
const queues = {
  numbersIn: (list: RecipientList) => membersAmong(numbersOf(list), numbers),
  log: {
    get newest() {
      return newest;
    },
    *after() {},
  },
  acknowledge: (queue: Queue, upTo: number) => {
    queue.acknowledged = Math.max(queue.acknowledged, upTo);
  },
  byNumber: (number: number) => all.byNumber(number),
  streamed() {},
  endStreamsBut() {},
} as unknown as Queues;
const nothingStored = { exec: () => ({ toArray: () => [] }) } as never;
const sockets = { acceptWebSocket() {}, getWebSockets: () => [], getWebSocketAutoResponseTimestamp: () => null };
const streams = new Streams({ sockets, queues, clock: machineClock, isLoggedIn: () => true });
const relays = new Relays({
  ...{ sockets, sql: nothingStored, queues, streams, isLoggedIn: () => true, random: machineRandom },
  config: { relaysFrom: 0, relayStreams: streamsEach },
  now: () => machineClock.milliseconds(),
  call: async () => true,
});
const noPolls = { eventCame() {}, mayWait: () => false, displace() {} } as unknown as LongPolls;
const listeners = new Listeners(queues, noPolls, streams, relays, () => undefined);

class StandIn {
  readonly readyState = OPEN;
  frames = 0;
  bytes = 0;
  send(frame: string): void {
    this.frames += 1;
    this.bytes += frame.length;
  }
  close(): void {}
  serializeAttachment(): void {}
}

const standIns: StandIn[] = [];
for (const queue of all) {
  const { relay, ticket } = relays.admit(queue, credentialsOf(queue.number), "");
  const slot = (queue.number - 1) % streamsEach;
  if (slot === 0) {
    const made = new StandIn();
    relays.accept(made as unknown as WebSocket, relay);
    relays.receive(made as unknown as WebSocket, '{"do":"report","streams":[]}');
    standIns.push(made);
  }
  relays.receive(standIns.at(-1) as unknown as WebSocket, JSON.stringify({ do: "open", slot, ticket }));
}
const withStreams = heap();

const to: RecipientList = {
  base: null,
  difference: setOf(numbers),
  stored: { queues: "" },
  text: undefined,
  events: 1,
};
const kind = { key: "message", type: "message", op: undefined, wants: () => true, adapt: (payload: object) => payload };
const sentBefore = standIns.map(({ frames, bytes }) => ({ frames, bytes }));

/** Delivers an event to all streams. Returns the CPU milliseconds it took. */
async function bring(): Promise<number> {
  newest += 1;
  const event = {
    ...{ id: newest, kind: kind as never, payload: { text: TEXT }, audience: [{ to }] },
    ...{ stored: true, weight: 1, bytes: new Map<string, string>() },
  };
  const began = process.cpuUsage();
  listeners.wake([event]);
  await new Promise((resolve) => setTimeout(resolve, 0));
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
const times: number[] = [];
for (let count = 0; count < EVENTS; count++) times.push(await bring());
times.sort((a, b) => a - b);

const acknowledged = Buffer.alloc(Math.ceil(streamsEach / 8), 255).toString("base64");
const began = process.cpuUsage();
for (const standIn of standIns) {
  const news = { do: "news", acknowledged: [[newest, acknowledged]], closed: [] };
  relays.receive(standIn as unknown as WebSocket, JSON.stringify(news));
}
const { user } = process.cpuUsage(began);
if ([...all].some((queue) => queue.acknowledged !== newest)) throw new Error("not all is acknowledged");

const sum = (field: "frames" | "bytes") =>
  standIns.reduce((total, one, index) => total + one[field] - (sentBefore[index]?.[field] ?? 0), 0);
const found: Simulated = {
  streams: all.size,
  eventMs: times[EVENTS / 2] ?? Number.NaN,
  acknowledgeMs: user / 1000,
  frames: sum("frames") / EVENTS,
  bytes: sum("bytes") / EVENTS,
  queueBytes: withQueues - before,
  streamBytes: withStreams - withQueues,
};
console.log(JSON.stringify(found));
process.exit(0);
