import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../src/cli/os/port.ts";
import type { Bench } from "../bench.ts";
import { Office } from "../cost/office.ts";
import { Arrivals } from "../load/arrivals.ts";
import { median } from "../load/closed-loop.ts";
import { Connection } from "../load/connection.ts";
import { apiRequest } from "../load/requests.ts";
import { growStreams, StreamSockets } from "../load/stream-sockets.ts";
import type { WakeTimes } from "../load/waiting-requests.ts";
import type { Measure } from "../measure.ts";
import { INSTALL, PEERS, withPeer } from "../peers/peers.ts";
import { XmppClient } from "../peers/xmpp-client.ts";
import type { Figure } from "../report/figure.ts";
import { untilIdle } from "../server/idle.ts";
import { withServer } from "../server/started.ts";
import { cpuSeconds, residentBytes } from "../server/usage.ts";

const FOLLOWED = 20;
const IN_FLIGHT = 32;
const REST_MS = 5000;
const sizes = ({ settings: { quick } }: Bench) =>
  quick ? { people: 20, pairs: 60, sends: 100 } : { people: 500, pairs: 6000, sends: 1000 };

const figuresOf = ({ people, sends }: ReturnType<typeof sizes>) =>
  ({
    idle: { name: "memory, idle", unit: "bytes" },
    sends: { name: `messages to 2 receivers, ${IN_FLIGHT} in flight`, unit: "per s" },
    last: { name: `one message after the other to ${people}: the last, p50`, unit: "ms", budget: { atMost: 1 } },
    cpu: { name: `CPU of a delivery to ${people}, ${IN_FLIGHT} in flight`, unit: "µs", budget: { atMost: 1 } },
    after: { name: `memory, after ${sends.toLocaleString("en")} messages to ${people}`, unit: "bytes" },
  }) satisfies Record<string, Omit<Figure, "value">>;
type Key = keyof ReturnType<typeof figuresOf>;
type Found = (key: Key, value: number) => void;

/** A conversation on one server. */
interface Conversation {
  /** Adds receivers until there are `count`. */
  grow(count: number): Promise<void>;
  /** Runs `act`, and waits until each receiver has received one message. */
  send(): Promise<void>;
  /** Runs `act`, and waits until each receiver has got one message. */
  heardDuring(act: () => Promise<unknown>): Promise<WakeTimes>;
  /** Waits until the server is idle. */
  rest(): Promise<void>;
  cpuSeconds(): number;
  residentBytes(): number;
}

/**
 * The same conversations on XMPP servers with an archive. They do less for a message: no Markdown, no permissions per
 * channel, no reader flags and no topics. They also acknowledge it before it is on disk.
 */
export const measure: Measure = {
  name: "peers",
  about: "conversations at ejabberd and Prosody, where they are installed",
  async run(bench) {
    const installed = PEERS.filter(({ version }) => version !== null);
    if (installed.length === 0) bench.remarks.add(`No peer is installed: ${INSTALL}.`);
    if (installed.length === 0) return;
    const size = sizes(bench);
    const figures = figuresOf(size);
    const ours = new Map<Key, number>();
    await withParley(size.people, (place) =>
      converse(bench, { who: "Parley", place, ...size }, (key, value) => {
        const { name, unit } = figures[key];
        ours.set(key, value);
        bench.report({ name, value, unit });
      }),
    );
    for (const peer of installed) {
      await withPeer(peer, async ({ pid, port, startMs }) => {
        bench.report({ name: `${peer.name} ${peer.version}: start on existing data`, value: startMs, unit: "ms" });
        await converse(bench, { who: peer.name, place: conversationOf(pid, port), ...size }, (key, floor) => {
          const { name, ...figure } = figures[key];
          bench.report({ name: `beside ${peer.name}: ${name}`, value: ours.get(key) ?? Number.NaN, floor, ...figure });
        });
      });
    }
  },
};

interface Talk extends ReturnType<typeof sizes> {
  readonly who: string;
  readonly place: Conversation;
}

async function converse(bench: Bench, { who, place, people, pairs, sends }: Talk, found: Found): Promise<void> {
  const { quick } = bench.settings;
  const inFlight = async (count: number) => {
    let left = count;
    const sender = async () => {
      while (left-- > 0) await place.send();
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, sender));
  };
  const resting = async () => {
    await pause(quick ? 0 : REST_MS);
    return place.residentBytes();
  };
  bench.progress(who);
  found("idle", await resting());
  await place.grow(2);
  await inFlight(pairs / 2);
  const start = performance.now();
  await inFlight(pairs);
  found("sends", (pairs / (performance.now() - start)) * 1000);
  bench.progress(`${who}, ${people} people`);
  await place.grow(people);
  const times: number[] = [];
  for (let round = 0; round < (quick ? 3 : FOLLOWED); round++) {
    await place.rest();
    times.push((await place.heardDuring(() => place.send())).last);
  }
  found("last", median(times));
  const before = place.cpuSeconds();
  await inFlight(sends);
  await place.rest();
  found("cpu", ((place.cpuSeconds() - before) / sends / people) * 1e6);
  found("after", await resting());
}

async function withParley(people: number, work: (place: Conversation) => Promise<void>): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "parley-peers-"));
  const port = await freePort("127.0.0.1", 0);
  const streams = new StreamSockets();
  await withServer(data, port, async () => {});
  return withServer(data, port, async (server) => {
    const place = { ...server, direct: port };
    const office = new Office(place);
    await office.grow(people);
    const fields = { type: "channel", to: "general", topic: "peers", content: "To **all** of you" };
    const text = apiRequest("POST", "/messages", office.people[0] ?? server.owner, fields);
    const free: Connection[] = [];
    return work({
      grow: (count) => growStreams(streams, place, office.people, count),
      async send() {
        const connection = free.pop() ?? new Connection(port);
        const { status } = await connection.send(text);
        if (status !== 200) throw new Error(`a message was answered ${status}`);
        free.push(connection);
      },
      heardDuring: (act) => streams.deliveredBy(act),
      async rest() {
        for (const { pid } of server.processes()) await untilIdle(pid);
      },
      cpuSeconds: () => server.cpuSeconds(),
      residentBytes: () => server.residentBytes(),
    });
  }).finally(() => {
    streams.close();
    rmSync(data, { recursive: true, force: true });
  });
}

function conversationOf(pid: number, port: number): Conversation {
  const receivers: XmppClient[] = [];
  const arrivals = new Arrivals();
  const echoes: (() => void)[] = [];
  const sender = XmppClient.enter(port, "sender", () => echoes.shift()?.());
  return {
    async grow(count) {
      await sender;
      while (receivers.length < count)
        receivers.push(await XmppClient.enter(port, `person${receivers.length}`, () => arrivals.add()));
    },
    async send() {
      const client = await sender;
      await new Promise<void>((resolve) => {
        echoes.push(resolve);
        client.say("To **all** of you");
      });
    },
    heardDuring: (act) => arrivals.during(act, receivers.length),
    rest: () => untilIdle(pid),
    cpuSeconds: () => cpuSeconds(pid) ?? Number.NaN,
    residentBytes: () => residentBytes(pid) ?? Number.NaN,
  };
}
