import { isDeepStrictEqual } from "node:util";
import type { EventKind } from "../../../src/realm/events/event.ts";
import type { LoggedEvent } from "../../../src/realm/events/event-log.ts";
import { setOf } from "../../../src/realm/events/number-set.ts";
import { formOf } from "../../../src/realm/events/queue-client.ts";
import { eventOf, type Queue, type Queues } from "../../../src/realm/events/queues.ts";
import { goesTo, type RecipientList } from "../../../src/realm/events/recipient-lists.ts";
import { Relays } from "../../../src/realm/events/relays/relays.ts";
import type { HeldSocket } from "../../../src/realm/events/stream.ts";
import { Streams } from "../../../src/realm/events/streams.ts";
import { Relay } from "../../../src/relay/relay.ts";
import { type Credentials, hashKey } from "../../../src/rpc/credentials.ts";
import type { Directions } from "../../../src/rpc/relay-frames.ts";
import { milliseconds } from "../../../src/util/time.ts";
import type { Random } from "../../process/support/random.ts";
import { VirtualClock } from "../../web/support/virtual-clock.ts";
import { Violation } from "../frame/part.ts";
import { Client } from "./client.ts";
import { type End, Wire } from "./wire.ts";

/** Far below the server's own limits, so that a few events fill the room of a stream. */
const ROOM = { events: 6, characters: 600 };
const EACH = 2;
const time = milliseconds(0);

const kind: EventKind = {
  ...{ key: "number", type: "number", op: undefined },
  wire: undefined as unknown as EventKind["wire"],
  wants: () => true,
  adapt: (payload) => payload,
};

/** A queue's row, which survives evictions, and the client that follows the queue. */
interface Row {
  readonly number: number;
  readonly form: string;
  acknowledged: number;
  readonly credentials: Credentials;
  /** True if the queue or its login has ended. If it was the login, `isLoggedOut` is true, too. */
  hasEnded: boolean;
  isLoggedOut: boolean;
  readonly client: Client;
}

/** An object's memory, with timers that are lost with it. */
interface Memory<Program> {
  readonly program: Program;
  readonly timers: Set<() => void>;
}

/** What the realm's object holds in memory. */
type Realm = Memory<{ readonly streams: Streams; readonly relays: Relays; readonly queues: Map<number, Queue> }>;

interface RelayHost {
  readonly sockets: End[];
  readonly wires: Wire[];
  memory: Memory<Relay> | null;
}

/** An organization's object, its relays, their clients, and the network between them. */
export class World {
  readonly clock = new VirtualClock();
  readonly random: Random;
  readonly rows: Row[] = [];
  #events: LoggedEvent[] = [];
  #newest = 100;
  #relayNames = new Set<string>();
  #links: { readonly wire: Wire; readonly end: End; readonly relay: RelayHost }[] = [];
  readonly #relays = new Map<string, RelayHost>();
  #realm: Realm;

  constructor(random: Random, clients: number) {
    this.random = random;
    for (let number = 1; number <= clients; number++) {
      const client = new Client({
        ...{ clock: this.clock, random, number },
        connect: (last) => this.#connect(number, last),
      });
      const form = String(random.below(2));
      const credentials = credentialsOf(number, random);
      const ended = { hasEnded: false, isLoggedOut: false };
      this.rows.push({ number, form, acknowledged: 100, credentials, ...ended, client });
    }
    this.#realm = this.#beginRealm();
    for (const { client } of this.rows) client.connect();
  }

  /** Returns the numbers of a queue's events, as the queue's client sees them. */
  expected(number: number): number[] {
    return this.#events.filter((event) => isFor(event, number)).map(({ id }) => id - 101);
  }

  get #bytes() {
    return { bytes: (length: number) => Uint8Array.from({ length }, () => this.random.below(256)) };
  }

  emit(count: number): void {
    const { streams, relays, queues } = this.#realm.program;
    const events = Array.from({ length: count }, (): LoggedEvent => {
      this.#newest += 1 + this.random.below(3);
      const isForAll = this.random.below(2) === 0;
      const to = this.rows.filter(({ hasEnded }) => !hasEnded && (isForAll || this.random.below(2) === 0));
      return {
        ...{ id: this.#newest, kind, payload: { text: "x".repeat(this.random.below(60)) } },
        audience: [{ to: listOf(to.map(({ number }) => number)) }],
        ...{ stored: true, weight: 1, bytes: new Map() },
      };
    });
    this.#events.push(...events);
    const own = new Set<number>();
    if (relays.count > 0 && relays.add(events)) this.#after(this.#realm, 0, () => relays.send());
    for (const { number } of this.rows) {
      if (!relays.reaches(number) && streams.has(number)) own.add(number);
    }
    for (const number of own) {
      this.#after(this.#realm, 0, () => {
        const queue = queues.get(number);
        if (queue !== undefined) streams.deliver(queue);
      });
    }
  }

  /** Evicts the realm's object. Its ends of the links survive. */
  sleep(): void {
    this.#stop(this.#realm);
    this.#realm = this.#beginRealm();
  }

  /** Resets the realm's object, which loses its ends of the links. */
  resetRealm(): void {
    this.#stop(this.#realm);
    for (const { wire } of this.#links) wire.cut();
    this.#links = [];
    this.#realm = this.#beginRealm();
  }

  cutLinks(): void {
    for (const { wire } of this.#links) wire.cut();
  }

  /** Makes some links lose all frames, without either end noticing. */
  silenceLinks(): void {
    for (const { wire } of this.#links) if (this.random.below(2) === 0) wire.silence();
  }

  cutClients(): void {
    for (const { wires } of this.#relays.values()) for (const wire of wires) if (this.random.below(2) === 0) wire.cut();
  }

  /** Evicts some relays, which lose their links. Their clients' sockets survive. */
  evictRelay(): void {
    for (const relay of this.#relays.values()) {
      if (this.random.below(2) === 0) continue;
      this.#loseLink(relay);
      if (relay.memory !== null) this.#stop(relay.memory);
      relay.memory = null;
    }
  }

  /** Kills some relays, which lose all their sockets. */
  killRelay(): void {
    for (const relay of this.#relays.values()) {
      if (this.random.below(2) === 0) continue;
      this.#loseLink(relay);
      for (const wire of relay.wires) wire.cut();
      relay.wires.length = 0;
      relay.sockets.length = 0;
      if (relay.memory !== null) this.#stop(relay.memory);
      relay.memory = null;
    }
  }

  /** Ends a queue, as a logout does. The queue's client must be notified within a second. */
  endQueue(): void {
    const row = this.random.pick(this.rows);
    if (row.hasEnded) return;
    row.hasEnded = true;
    const { streams, queues } = this.#realm.program;
    const queue = queues.get(row.number);
    queues.delete(row.number);
    if (queue !== undefined) streams.refuse(queue, '{"result":"error"}');
  }

  /** Ends a login. Its client is notified at once, or when streams are next checked. */
  endLogin(isAtOnce: boolean): void {
    const row = this.random.pick(this.rows);
    if (row.hasEnded) return;
    row.hasEnded = true;
    row.isLoggedOut = true;
    const { streams, queues } = this.#realm.program;
    const queue = queues.get(row.number);
    if (isAtOnce && queue !== undefined) streams.checkLogin(queue);
  }

  /** Replaces a stream with a poll. The stream's client reconnects. */
  displace(): void {
    const { streams, queues } = this.#realm.program;
    const queue = queues.get(this.random.pick(this.rows).number);
    if (queue !== undefined) streams.displace(queue);
  }

  /** Wakes streams needlessly, so that they are told to send what they have already sent. */
  deliver(): void {
    const { streams, queues } = this.#realm.program;
    for (const queue of queues.values()) if (this.random.below(2) === 0) streams.deliver(queue);
  }

  /** Checks that streams and relays agree about the numbers of streams. */
  agree(): void {
    const { streams, relays, queues } = this.#realm.program;
    const open = [...queues.keys()].filter((number) => streams.has(number)).length;
    if (streams.size !== relays.size || open !== relays.size)
      throw new Violation(`${streams.size} streams, ${open} by their queues, and ${relays.size} at relays`);
  }

  check(): void {
    this.#realm.program.streams.check();
    this.#realm.program.relays.check();
  }

  /** The number of streams that, according to the realm, its relays hold. */
  get held(): number {
    return this.#realm.program.relays.size;
  }

  #beginRealm(): Realm {
    const queues = new Map<number, Queue>();
    for (const { number, form, acknowledged, hasEnded, isLoggedOut } of this.rows) {
      if (!hasEnded || isLoggedOut) queues.set(number, queueOf(number, form, acknowledged));
    }
    const timers = new Set<() => void>();
    const world = this;
    let made: Streams | undefined;
    const source = {
      log: {
        get newest() {
          return world.#newest;
        },
        *after(id: number, queue: number) {
          for (const event of world.#events) if (event.id > id && isFor(event, queue)) yield { event, share: 0 };
        },
      },
      acknowledge: (queue: Queue, upTo: number) => {
        queue.acknowledged = Math.max(queue.acknowledged, upTo);
      },
      byNumber: (number: number) => queues.get(number),
      numbersIn: (list: RecipientList) => [...queues.keys()].filter((number) => goesTo(list, number)),
      streamed: ({ number, acknowledged }: Queue) => {
        const row = this.rows.find((one) => one.number === number);
        if (row !== undefined) row.acknowledged = acknowledged;
      },
      endStreamsBut: (open: Iterable<number>) => {
        const kept = new Set(open);
        for (const number of queues.keys())
          if (made?.has(number) && !kept.has(number)) throw new Violation(`the open stream ${number} has ended`);
      },
    } as unknown as Queues;
    const machine = { milliseconds: () => milliseconds(this.clock.passed()) };
    const deadlines = { after: (ms: number, act: () => void) => this.#after({ timers }, ms, act) };
    const isLoggedIn = (credentials: Credentials) => {
      const row = this.rows.find((one) => isDeepStrictEqual(one.credentials, credentials));
      if (row === undefined) throw new Violation(`nobody has the credentials ${JSON.stringify(credentials)}`);
      return !row.isLoggedOut;
    };
    const isAwaiting = this.#relayNames.size > 0;
    const sockets = {
      acceptWebSocket() {},
      getWebSockets: (tag: string) =>
        tag === "relay" ? this.#links.map(({ end }) => end).filter(({ readyState }) => readyState === 1) : [],
      getWebSocketAutoResponseTimestamp: (end: End) => end.pingedAt,
    };
    const streams = new Streams({
      ...{ sockets, queues: source, clock: machine, machine, deadlines, room: ROOM, isLoggedIn, isAwaiting },
    });
    made = streams;
    const relays = new Relays({
      ...{ sockets, sql: this.#rowsOfRelays(), queues: source, streams, isLoggedIn, deadlines, room: ROOM },
      config: { relaysFrom: 0, relayStreams: EACH },
      random: this.#bytes,
      machine,
      now: machine.milliseconds,
      call: (relay) => this.#call(relay),
    });
    relays.onOpen = (queue) => streams.displace(queue);
    const memory = { program: { streams, relays, queues }, timers };
    for (const link of this.#links) this.#hear(memory, link.end);
    return memory;
  }

  #hear({ program }: Realm, end: End): void {
    end.onFrame = (frame) => {
      if (frame !== "ping") return void program.relays.receive(end, frame);
      // The platform answers on behalf of the object.
      end.pingedAt = new Date(this.clock.passed());
      end.send("pong");
    };
    end.onClose = () => {
      this.#links = this.#links.filter((link) => link.end !== end);
      program.relays.closed(end);
    };
  }

  #rowsOfRelays(): never {
    const exec = (query: string, name: string) => {
      if (query.startsWith("INSERT")) this.#relayNames.add(name);
      if (query.startsWith("DELETE")) this.#relayNames.delete(name);
      return { toArray: () => [...this.#relayNames].map((one) => ({ name: one })) };
    };
    return { exec } as never;
  }

  #hostOf(name: string): RelayHost {
    const known = this.#relays.get(name);
    if (known !== undefined) return known;
    const host: RelayHost = { sockets: [], wires: [], memory: null };
    this.#relays.set(name, host);
    return host;
  }

  #awake(host: RelayHost, name: string): Relay {
    if (host.memory !== null) return host.memory.program;
    const timers = new Set<() => void>();
    const memory: { program: Relay; timers: typeof timers } = { program: undefined as unknown as Relay, timers };
    host.memory = memory;
    memory.program = new Relay({
      sockets: {
        acceptWebSocket: (socket) => void host.sockets.push(socket as End),
        getWebSockets: () => host.sockets.filter(({ readyState }) => readyState === 1),
        getWebSocketAutoResponseTimestamp: () => new Date(this.clock.passed()),
      },
      dial: (_, relay) => this.#dial(host, relay, memory),
      clock: { milliseconds: () => milliseconds(this.clock.passed()) },
      after: (ms, act) => void this.#after(memory, ms, act),
      random: this.#bytes,
    });
    for (const socket of host.sockets) this.#hearClient(host, name, socket);
    return memory.program;
  }

  /** Makes frames of a client's socket wake the client's relay. */
  #hearClient(host: RelayHost, name: string, socket: End): void {
    socket.onFrame = (frame) => this.#awake(host, name).receive(socket, frame);
    socket.onClose = () => {
      const index = host.sockets.indexOf(socket);
      if (index < 0) return;
      host.sockets.splice(index, 1);
      this.#awake(host, name).closed(socket as HeldSocket);
    };
  }

  async #dial(host: RelayHost, name: string, memory: Memory<Relay>): Promise<End> {
    await this.#pause(30);
    // The object that made the call no longer exists, so the call never returns.
    if (host.memory !== memory) return new Promise<never>(() => {});
    if (this.random.below(8) === 0) throw new Error("not reached");
    if (this.random.below(16) === 0) return new Promise<never>(() => {});
    const wire = new Wire(this.clock, this.random);
    this.#links.push({ wire, end: wire.far, relay: host });
    this.#hear(this.#realm, wire.far);
    this.#realm.program.relays.accept(wire.far, name);
    return wire.near;
  }

  async #call(name: string): Promise<boolean> {
    await this.#pause(30);
    if (this.random.below(8) === 0) throw new Error("not reached");
    if (this.random.below(16) === 0) return new Promise<never>(() => {});
    const host = this.#hostOf(name);
    const relinked = this.#awake(host, name).relink();
    // A call fails if the called object is lost in the meantime.
    const lost = new Promise<never>((_, reject) => {
      host.memory?.timers.add(() => reject(new Error("lost")));
    });
    return Promise.race([relinked, lost]);
  }

  /** Connects a client, as the Worker does: the realm admits the client, and the relay opens its stream. */
  async #connect(number: number, last: number): Promise<End | null> {
    await this.#pause(40);
    const { relays, queues } = this.#realm.program;
    const queue = queues.get(number);
    const row = this.rows.find((one) => one.number === number);
    if (queue === undefined || row === undefined || row.isLoggedOut) return null;
    const upTo = eventOf(queue, last);
    if (upTo < queue.acknowledged) throw new Error("an event was acknowledged that the client does not know");
    queue.acknowledged = upTo;
    const { relay, ticket }: Directions = relays.admit(queue, row.credentials, "");
    await this.#pause(40);
    const host = this.#hostOf(relay);
    const wire = new Wire(this.clock, this.random);
    host.wires.push(wire);
    this.#hearClient(host, relay, wire.far);
    this.#awake(host, relay).open(wire.far, { subdomain: "a", relay, ticket });
    return wire.near;
  }

  #loseLink(relay: RelayHost): void {
    for (const link of this.#links) if (link.relay === relay) link.wire.cut();
  }

  #pause(most: number): Promise<void> {
    return new Promise((resolve) => this.clock.after(this.random.below(most), resolve));
  }

  #after({ timers }: Pick<Memory<unknown>, "timers">, ms: number, act: () => void): () => void {
    const cancel = this.clock.after(ms, () => {
      timers.delete(cancel);
      act();
    });
    timers.add(cancel);
    return cancel;
  }

  #stop({ timers }: Pick<Memory<unknown>, "timers">): void {
    for (const cancel of timers) cancel();
    timers.clear();
  }
}

const listOf = (numbers: readonly number[]): RecipientList => ({
  ...{ base: null, difference: setOf(numbers), stored: { queues: "" }, text: undefined, events: 1 },
});

const isFor = ({ audience }: LoggedEvent, queue: number) => audience.some(({ to }) => goesTo(to, queue));

function credentialsOf(number: number, random: Random): Credentials {
  const place = random.below(2) === 0 ? {} : { ip: `203.0.113.${number}` };
  const hash = random.below(8) === 0 ? `unusual ${number}` : hashKey(String(number));
  const email = random.below(2) === 0 ? null : `person${number}@example.com`;
  return random.below(2) === 0
    ? { by: "key", email, keyHash: hash, wellFormed: random.below(2) === 0, ...place }
    : { by: "session", tokenHash: hash, doubt: null, ...place };
}

function queueOf(number: number, name: string, acknowledged: number): Queue {
  const client: Queue["client"] = {
    ...{ name, capabilities: [], event_types: null, apply_markdown: name === "1", client_gravatar: false },
    ...{ slim_presence: false, include_subscribers: false, all_public_streams: false, narrow: [] },
  };
  return {
    ...{ number, id: `q${number}`, user_id: number as Queue["user_id"], client, ...formOf(client), lifespan: time },
    ...{ origin: 100, acknowledged, passed: acknowledged, seenAt: time, grace: time, storedSeenAt: time },
  };
}
