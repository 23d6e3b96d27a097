import type { EventKind } from "../../../src/realm/events/event.ts";
import type { LoggedEvent } from "../../../src/realm/events/event-log.ts";
import type { Queue } from "../../../src/realm/events/queues.ts";
import type { StreamSocket } from "../../../src/realm/events/stream.ts";
import { Streams } from "../../../src/realm/events/streams.ts";
import type { Credentials } from "../../../src/rpc/credentials.ts";
import { type Milliseconds, milliseconds } from "../../../src/util/time.ts";
import { Unreachable } from "../../../src/web/wire/api.ts";
import { sleep } from "../../../src/web/wire/clock.ts";
import { StreamTransport } from "../../../src/web/wire/stream-transport.ts";
import type { Random } from "../../process/support/random.ts";
import { VirtualClock } from "../../web/support/virtual-clock.ts";
import { Violation } from "../frame/part.ts";

/** Far below the server's own limits, so that a few events fill the room of a stream. */
const ROOM = { events: 6, characters: 400 };
const OWNER = 1;
const [OPEN, CLOSING, CLOSED] = [1, 2, 3];

const kind: EventKind = {
  ...{ key: "number", type: "number", op: undefined },
  wire: undefined as unknown as EventKind["wire"],
  wants: () => true,
  adapt: (payload) => payload,
};
const credentials: Credentials = { by: "key", email: null, keyHash: "x", wellFormed: true };

/** The client's end of a WebSocket. */
interface ClientSocket {
  readyState: number;
  send(frame: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

/**
 * A WebSocket connection with both of its ends. Frames arrive in order, each after a delay. Once the network is cut,
 * none arrive.
 */
class Line {
  readonly #clock: VirtualClock;
  readonly #random: Random;
  isCut = false;
  pinged: Date | null = null;
  #attachment: unknown = null;
  #last = { up: 0, down: 0 };
  readonly server: StreamSocket & { readyState: number };
  readonly client: ClientSocket;
  receive: (frame: string) => void = () => {};
  closed: () => void = () => {};

  constructor(clock: VirtualClock, random: Random) {
    this.#clock = clock;
    this.#random = random;
    this.server = {
      readyState: OPEN,
      send: (frame) => this.#down(() => this.client.onmessage?.({ data: frame } as MessageEvent)),
      close: (code) => {
        if (this.server.readyState !== OPEN) return;
        this.server.readyState = CLOSING;
        this.#down(() => this.#closeClient(code));
      },
      serializeAttachment: (attachment) => {
        this.#attachment = structuredClone(attachment);
      },
      deserializeAttachment: () => structuredClone(this.#attachment),
    };
    this.client = {
      ...{ readyState: 0, onopen: null, onmessage: null, onclose: null },
      send: (frame) => this.#up(() => this.#arrive(frame)),
      close: () => {
        if (this.client.readyState >= CLOSING) return;
        this.client.readyState = CLOSING;
        this.#up(() => this.#closeServer());
      },
    };
  }

  /** Drops everything that either side sends from now on. */
  cut(): void {
    this.isCut = true;
    this.#clock.after(this.#random.below(5000), () => this.#closeClient(1006));
  }

  opened(): void {
    this.#down(() => {
      this.client.readyState = OPEN;
      this.client.onopen?.(new Event("open"));
    });
  }

  #arrive(frame: string): void {
    if (frame !== "ping") {
      this.receive(frame);
      return;
    }
    this.pinged = new Date(this.#clock.passed());
    this.#down(() => this.client.onmessage?.({ data: "pong" } as MessageEvent));
  }

  #closeClient(code: number): void {
    if (this.client.readyState === CLOSED) return;
    this.client.readyState = CLOSED;
    this.client.onclose?.({ code } as CloseEvent);
    this.#up(() => this.#closeServer());
  }

  #closeServer(): void {
    if (this.server.readyState === CLOSED) return;
    this.server.readyState = CLOSED;
    this.closed();
    if (this.client.readyState !== CLOSED) this.#down(() => this.#closeClient(1000));
  }

  #up(run: () => void): void {
    this.#travel("up", run);
  }

  #down(run: () => void): void {
    this.#travel("down", run);
  }

  #travel(way: "up" | "down", run: () => void): void {
    const now = this.#clock.passed();
    this.#last[way] = Math.max(this.#last[way], now + this.#random.below(this.#random.below(20) === 0 ? 3000 : 50));
    this.#clock.after(this.#last[way] - now, () => {
      if (!this.isCut) run();
    });
  }
}

/** An organization's object with a single queue, the queue's client, and the network between them. */
class World {
  readonly clock = new VirtualClock();
  readonly random: Random;
  readonly received: number[] = [];
  #events: LoggedEvent[] = [];
  #newest = 100;
  #lines: Line[] = [];
  #bySocket = new Map<StreamSocket, Line>();
  #queue: Queue;
  #row = { acknowledged: 100 };
  #streams: Streams;
  /** The object's timers, which are lost with its memory. */
  #timers = new Set<() => void>();
  readonly transport: StreamTransport;
  at = { queue: "q", last: -1 };
  /** Number of streams the client has opened. */
  opened = 0;
  isCut = false;

  constructor(random: Random) {
    this.random = random;
    this.#queue = this.#freshQueue();
    this.#streams = this.#object();
    this.transport = new StreamTransport({
      poll: { next: () => this.#poll(), remind() {}, close() {} },
      connect: ({ last }) => this.#connect(last),
      clock: this.clock,
      page: { visible: () => true, online: () => true, on: () => () => {} },
      people: () => 3,
    });
    void this.#follow();
  }

  get expected(): number[] {
    return this.#events.map(({ id }) => id - 101);
  }

  emit(count: number): void {
    for (let index = 0; index < count; index++) {
      this.#newest += 1 + this.random.below(3);
      const [id, payload] = [this.#newest, { text: "x".repeat(this.random.below(60)) }];
      this.#events.push({
        id,
        kind,
        payload,
        audience: [],
        stored: true,
        weight: 1,
        bytes: new Map(),
      });
    }
    const queue = this.#queue;
    if (this.#streams.has(queue.number)) this.#streams.deliver(queue);
  }

  /** Evicts the object. Its sockets survive. */
  sleep(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#queue = this.#freshQueue();
    this.#streams = this.#object();
  }

  /** Whether the platform would keep the object in memory. */
  get isBusy(): boolean {
    return this.#timers.size > 0;
  }

  cut(): void {
    for (const line of this.#lines) if (!line.isCut) line.cut();
  }

  check(): void {
    this.#streams.check();
  }

  /** The client's position according to the client itself, to the queue, and to the server's socket. */
  get agreement(): { readonly client: number; readonly queue: number; readonly kept: unknown } {
    const served = this.#lines.filter(({ server }) => server.readyState === OPEN).at(-1);
    const kept = served?.server.deserializeAttachment() as { acknowledged: number } | undefined;
    return { client: this.at.last + 101, queue: this.#queue.acknowledged, kept: kept?.acknowledged };
  }

  #freshQueue(): Queue {
    const { acknowledged } = this.#row;
    const client = {} as Queue["client"];
    const time = milliseconds(0);
    return {
      ...{ number: OWNER, id: "q", user_id: OWNER as Queue["user_id"], client, form: {} as Queue["form"], formKey: "" },
      ...{
        lifespan: time,
        origin: 100,
        acknowledged,
        passed: acknowledged,
        seenAt: time,
        grace: time,
        storedSeenAt: time,
      },
    };
  }

  #object(): Streams {
    const { clock } = this;
    const machine = { milliseconds: () => clock.passed() as Milliseconds };
    const of = this.#queue;
    const log = this;
    return new Streams({
      ...{ clock: machine, machine, room: ROOM, isLoggedIn: () => true },
      deadlines: {
        after: (ms, act) => {
          const cancel = clock.after(ms, () => {
            this.#timers.delete(cancel);
            act();
          });
          this.#timers.add(cancel);
          return cancel;
        },
      },
      sockets: {
        acceptWebSocket: () => {},
        getWebSockets: () => this.#lines.map(({ server }) => server).filter(({ readyState }) => readyState !== CLOSED),
        getWebSocketAutoResponseTimestamp: (socket) => this.#bySocket.get(socket)?.pinged ?? null,
      },
      queues: {
        log: {
          get newest() {
            return log.#newest;
          },
          *after(id) {
            for (const event of log.#events) if (event.id > id) yield { event, share: 0 };
          },
        },
        acknowledge: (queue, upTo) => {
          queue.acknowledged = Math.max(queue.acknowledged, upTo);
        },
        byNumber: (number) => (number === OWNER ? of : undefined),
        streamed: (queue) => {
          this.#row = { acknowledged: queue.acknowledged };
        },
        endStreamsBut: () => {},
      },
    });
  }

  #connect(last: number): WebSocket {
    const line = new Line(this.clock, this.random);
    line.isCut = this.isCut;
    if (this.isCut) this.clock.after(100, () => line.client.onclose?.({ code: 1006 } as CloseEvent));
    this.opened += 1;
    line.receive = (frame) => this.#streams.receive(line.server, frame);
    line.closed = () => {
      this.#lines.splice(this.#lines.indexOf(line), 1);
      this.#streams.closed(line.server);
    };
    this.clock.after(this.random.below(50), () => {
      if (line.isCut) return;
      const upTo = last + 101;
      if (upTo < this.#queue.acknowledged)
        throw new Violation("an event was acknowledged that the client does not know");
      this.#lines.push(line);
      this.#bySocket.set(line.server, line);
      this.#queue.acknowledged = upTo;
      this.#streams.displace(this.#queue);
      line.opened();
      this.#streams.open(line.server, this.#queue, credentials);
    });
    return line.client as unknown as WebSocket;
  }

  /** Polls, which the client does if streams can't be opened. Here, polls always fail. */
  async #poll(): Promise<never> {
    await sleep(this.clock, 20_000);
    throw new Unreachable("no polls here");
  }

  /** Does what matters of what the page's pump does. */
  async #follow(): Promise<void> {
    for (;;) {
      try {
        const events = await this.transport.next(this.at, new AbortController().signal, () => {});
        for (const { id } of events) this.received.push(id);
        this.at = { ...this.at, last: events.at(-1)?.id ?? this.at.last };
        if (events.length === 0) await sleep(this.clock, 500);
      } catch {
        await sleep(this.clock, 500);
      }
    }
  }
}

/** Longer than the client keeps polling after streams could not be opened. */
const AT_REST_MS = 700_000;
const CALM_MS = 60_000;

/**
 * Performs a random walk with a stream, its client and the network between them: events happen, the object sleeps, the
 * network is cut, and time passes. In the end, the client has received every event once and in order, and all sides
 * agree about its position. In a calm walk, in which the network doesn't fail, the client never opens a second stream.
 */
export async function walk(random: Random, steps: number): Promise<number> {
  const world = new World(random);
  const isCalm = random.below(2) === 0;
  const told: string[] = [];
  const act = async (what: string, run: () => void | Promise<void>) => {
    told.push(what);
    await run();
  };
  await world.clock.pass(200);
  for (let step = 0; step < steps; step++) {
    const dice = random.below(isCalm ? 10 : 14);
    if (dice < 4) await act("events", () => world.emit(1 + random.below(random.below(4) === 0 ? 20 : 4)));
    else if (dice < 6) {
      await act("a sleep", async () => {
        do await world.clock.pass(1 + random.below(8000));
        while (world.isBusy);
        world.sleep();
      });
    } else if (dice < 9) await act("time", () => world.clock.pass(random.below(random.below(5) === 0 ? 40_000 : 2000)));
    else if (dice < 10) await act("a look", () => world.transport.remind());
    else if (dice < 11) await act("a crash", () => world.sleep());
    else if (dice < 12) await act("a cut", () => world.cut());
    else if (dice < 13) {
      await act("no network", async () => {
        world.isCut = true;
        world.cut();
        await world.clock.pass(random.below(10_000));
        world.isCut = false;
      });
    } else await act("a check", () => world.check());
  }
  const fail = (problem: string): never => {
    throw new Violation(problem, [...told, JSON.stringify({ received: world.received, expected: world.expected })]);
  };
  await world.clock.pass(isCalm ? CALM_MS : AT_REST_MS);
  if (String(world.received) !== String(world.expected)) fail("the client does not have every event once");
  world.emit(1);
  await world.clock.pass(isCalm ? CALM_MS : AT_REST_MS);
  if (String(world.received) !== String(world.expected)) fail("the client does not have the event that came last");
  const { client, queue, kept } = world.agreement;
  if (client !== queue || client !== kept)
    fail(`the client is at ${client}, its queue at ${queue}, its socket at ${kept}`);
  if (isCalm && world.opened > 1) fail(`the client needed ${world.opened} streams, and nothing was cut`);
  world.transport.close();
  return told.length;
}
