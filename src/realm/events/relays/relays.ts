import type { Sql } from "../../../database/statement.ts";
import { StreamCode } from "../../../protocol/stream-codes.ts";
import type { Credentials } from "../../../rpc/credentials.ts";
import { type Directions, eachSlot, type FromRelay, readFrame, type StreamState } from "../../../rpc/relay-frames.ts";
import { type Clock, machineClock } from "../../../util/clock.ts";
import { entryOf } from "../../../util/collections.ts";
import { Deadlines } from "../../../util/deadlines.ts";
import type { Random } from "../../../util/random.ts";
import { type Milliseconds, milliseconds, withTimeout } from "../../../util/time.ts";
import { ANSWER, type Room } from "../event-batch.ts";
import type { LoggedEvent } from "../event-log.ts";
import type { Queue, Queues } from "../queues.ts";
import { type HeldSocket, type HeldSockets, lastHeard } from "../stream.ts";
import type { Streams } from "../streams.ts";
import { FanOut } from "./fan-out.ts";
import { Link } from "./link.ts";
import { allRelays, deleteRelay, insertRelay } from "./relay-rows.ts";
import { RelayedSocket } from "./relayed-socket.ts";
import { Tickets } from "./tickets.ts";

const TAG = "relay";
/** Delays before each call to a relay without a link. After the last one, its streams count as ended. */
const CALLS_MS = [0, 500, 2000, 8000].map(milliseconds);
/** Time limit for a relay to answer a call. It may need several attempts to open its link. */
const CALL_MS = milliseconds(15_000);
/**
 * Maximum silence of a relay, which pings its link every 30 seconds. After that, the link counts as broken, because the
 * platform doesn't always report broken links.
 */
const LINK_SILENT_MS = 120_000;
/** Maximum number of slots per link, because `codeOf` packs a slot into 16 bits. */
const MAX_SLOTS = 65_535;

/** Data attached to a link's socket, which survives hibernation. */
interface KeptLink {
  readonly relay: string;
}

interface RelaysParts {
  readonly sockets: HeldSockets;
  readonly sql: Sql;
  readonly queues: Queues;
  readonly streams: Streams;
  readonly isLoggedIn: (credentials: Credentials) => boolean;
  readonly config: { readonly relaysFrom: number; readonly relayStreams: number };
  readonly random: Random;
  readonly now: () => ReturnType<typeof milliseconds>;
  /** Makes a relay open its link. Resolves to false if it holds no streams. */
  readonly call: (relay: string) => Promise<boolean>;
  readonly machine?: Clock;
  readonly deadlines?: Pick<Deadlines, "after">;
  /** Limits of the events that a stream sends before its client must acknowledge some. */
  readonly room?: Room;
}

/** True if relays may hold streams of a restarted organization object. */
export const mayHaveRelays = (sql: Sql): boolean => allRelays.first(sql, {}) !== undefined;

/**
 * The relays (src/relay-object.ts) that hold stream sockets for this realm. The realm decides which streams open and
 * what each gets; a relay reports its streams again on every new link.
 */
export class Relays {
  readonly #links = new Map<string, Link>();
  readonly #bySocket = new Map<HeldSocket, Link>();
  readonly #deadlines: Pick<Deadlines, "after">;
  readonly #machine: Clock;
  readonly #tickets: Tickets;
  readonly #fanOut: FanOut;
  /** Relays that held streams before the object restarted, and haven't reported them yet. */
  readonly #awaited = new Set<Link>();
  /** Relays being called to open their links. */
  readonly #recalled = new Set<Link>();
  /** Called before a queue's stream opens, so that the previous listener can be displaced. */
  onOpen: (queue: Queue) => void = () => {};

  constructor(private readonly parts: RelaysParts) {
    const { queues, streams, sql, sockets, machine = machineClock, room = ANSWER } = parts;
    const { deadlines = new Deadlines(machine) } = parts;
    this.#machine = machine;
    this.#deadlines = deadlines;
    this.#tickets = new Tickets(parts.random, deadlines);
    this.#fanOut = new FanOut({ queues, room, deliver: (queue) => streams.deliver(queue) });
    streams.joined = this.#fanOut;
    for (const { name } of allRelays.all(sql, {})) this.#awaited.add(this.#linkTo(name));
    for (const socket of sockets.getWebSockets(TAG)) this.#resume(socket);
    for (const link of this.#links.values()) if (link.socket === null) this.#recall(link);
  }

  get size(): number {
    let size = 0;
    for (const link of this.#links.values()) size += link.size;
    return size;
  }

  get count(): number {
    return this.#links.size;
  }

  /** True if the next stream should go to a relay. */
  get areNeeded(): boolean {
    const { streams, config } = this.parts;
    return streams.size - this.size >= config.relaysFrom;
  }

  /** Finds a relay with room on a continent, for the stream of an admitted client. */
  admit(queue: Queue, credentials: Credentials, continent: string): Directions {
    const link = this.#withRoom(continent);
    return { relay: link.name, ticket: this.#tickets.issue({ link, queue, credentials }) };
  }

  accept(socket: HeldSocket, name: string): void {
    this.parts.sockets.acceptWebSocket(socket, [TAG]);
    socket.serializeAttachment({ relay: name } satisfies KeptLink);
    const link = this.#linkTo(name);
    insertRelay.run(this.parts.sql, { name });
    this.#attach(link, socket);
  }

  /** Handles a frame from a relay. Returns false if the socket isn't a link. */
  receive(socket: HeldSocket, frame: unknown): boolean {
    const link = this.#bySocket.get(socket);
    if (link === undefined) return false;
    link.heard = this.#machine.milliseconds();
    const { said } = readFrame<FromRelay>(String(frame));
    if (said.do === "report") this.#learn(link, said.streams);
    else if (said.do === "open") this.#open(link, said);
    else this.#note(link, said);
    return true;
  }

  /** Handles a closed socket. Returns false if it isn't a link. */
  closed(socket: HeldSocket): boolean {
    const link = this.#bySocket.get(socket);
    if (link === undefined) return false;
    this.#bySocket.delete(socket);
    if (link.socket !== socket) return true;
    link.socket = null;
    link.isKnown = false;
    // The relay is called even if it has no known streams, because clients that the realm doesn't know yet may have
    // connected to it.
    this.#recall(link);
    return true;
  }

  /** True if a queue gets its events as part of the group. */
  reaches(queue: number): boolean {
    return this.#fanOut.has(queue);
  }

  /** Queues events for `send`. Returns true if no others were waiting. */
  add(events: readonly LoggedEvent[]): boolean {
    return this.#fanOut.add(events);
  }

  send(): void {
    this.#fanOut.flush();
  }

  /** Makes relays close the streams of silent clients, and calls unreachable relays again. */
  check(): void {
    for (const link of [...this.#links.values()]) {
      if (link.socket !== null && this.#isSilent(link.socket, link)) this.#break(link.socket);
      else if (link.socket !== null) link.send({ do: "check" });
      else if (!this.#recalled.has(link)) this.#recall(link);
    }
  }

  #isSilent(socket: HeldSocket, { heard }: Link): boolean {
    return this.#machine.milliseconds() - lastHeard(this.parts.sockets, socket, heard) > LINK_SILENT_MS;
  }

  #break(socket: HeldSocket): void {
    this.closed(socket);
    socket.close(1011, "Nothing was heard for too long.");
  }

  #linkTo(name: string): Link {
    return entryOf(this.#links, name, () => {
      const slots = Math.min(MAX_SLOTS, 2 * this.parts.config.relayStreams);
      return this.#fanOut.connect((index) => new Link(name, index, this.#fanOut, slots));
    });
  }

  #attach(link: Link, socket: HeldSocket): void {
    const before = link.socket;
    link.socket = socket;
    link.isKnown = false;
    link.heard = this.#machine.milliseconds();
    this.#bySocket.set(socket, link);
    if (before === null) return;
    this.#bySocket.delete(before);
    before.close(1000, "Another link has taken over.");
  }

  #resume(socket: HeldSocket): void {
    const { relay } = socket.deserializeAttachment() as KeptLink;
    const link = this.#linkTo(relay);
    this.#attach(link, socket);
    link.sendFirst({ do: "report" });
  }

  #withRoom(continent: string): Link {
    const { relayStreams } = this.parts.config;
    for (let number = 1; ; number++) {
      const name = continent === "" ? String(number) : `${continent}-${number}`;
      const link = this.#links.get(name);
      if (link === undefined) insertRelay.run(this.parts.sql, { name });
      if (link === undefined || link.size + link.promised < relayStreams) return this.#linkTo(name);
    }
  }

  #open(link: Link, { slot, ticket }: Extract<FromRelay, { do: "open" }>): void {
    const { queues, streams, isLoggedIn } = this.parts;
    const taken = this.#tickets.take(ticket);
    const queue = taken && queues.byNumber(taken.queue.number);
    if (taken === undefined || queue === undefined || !link.isKnown) {
      refuse(link, slot, ticket);
      return;
    }
    const { credentials } = taken;
    if (!isLoggedIn(credentials)) {
      link.send({ do: "close", slot, code: StreamCode.loggedOut, reason: "The login has ended.", ticket });
      return;
    }
    this.onOpen(queue);
    const socket = new RelayedSocket(link, slot, queue);
    if (!link.add(socket, credentials)) {
      refuse(link, slot, ticket);
      return;
    }
    const { number, origin, acknowledged } = queue;
    // Read from the ticket's handle, because reading an id caches it in the handle. `queue` is kept with the stream,
    // but the ticket's handle isn't.
    const { id } = taken.queue;
    const kept = { slot, queue: number, sent: acknowledged, acknowledged, credentials };
    link.send({ do: "opened", ...kept, ticket, id, origin });
    streams.begin(socket, queue, credentials);
  }

  #note(link: Link, { acknowledged, closed }: Extract<FromRelay, { do: "news" }>): void {
    const { queues, streams } = this.parts;
    for (const [event, by] of acknowledged) {
      eachSlot(by, (slot) => {
        const joined = queues.byNumber(link.acknowledge(slot, event));
        const socket = link.at(slot);
        if (joined !== undefined) queues.acknowledge(joined, event);
        else if (socket !== undefined) streams.acknowledged(socket, event);
      });
    }
    for (const [slot, silentMs] of closed) {
      const joined = queues.byNumber(link.joinedAt(slot));
      if (joined !== undefined) streams.leave(joined);
      const socket = link.at(slot);
      if (socket === undefined) continue;
      streams.closed(socket, milliseconds(silentMs));
      link.remove(socket);
    }
  }

  /** Records which streams a relay holds, and sends them the events they missed. */
  #learn(link: Link, kept: readonly StreamState[]): void {
    const { queues, streams } = this.parts;
    // The first report of a link is complete. Later ones would lack streams opened since, whose tickets are on their
    // way to the relay.
    if (link.isKnown) return;
    const gone = this.#takeAll(link);
    link.isKnown = true;
    const resumed: Queue[] = [];
    for (const stream of kept) {
      const queue = queues.byNumber(stream.queue);
      // The client may have reconnected elsewhere.
      const isFree = queue !== undefined && !streams.has(queue.number);
      const socket = isFree ? new RelayedSocket(link, stream.slot, queue, stream) : undefined;
      if (queue === undefined || socket === undefined || !link.add(socket, stream.credentials)) {
        refuse(link, stream.slot);
        continue;
      }
      streams.resume(socket);
      resumed.push(queue);
      gone.delete(queue.number);
    }
    this.#ended(gone);
    for (const queue of resumed) {
      streams.checkLogin(queue);
      streams.deliver(queue);
    }
    this.#settle(link);
  }

  /** Removes all streams of a link, without notifying their queues. Returns the numbers of these queues. */
  #takeAll(link: Link): Set<number> {
    const gone = new Set<number>();
    for (const [queue, socket] of link.takeAll()) {
      if (socket === undefined || this.parts.streams.drop(socket)) gone.add(queue);
    }
    return gone;
  }

  #ended(queues: Iterable<number>): void {
    for (const number of queues) {
      const queue = this.parts.queues.byNumber(number);
      if (queue !== undefined) this.parts.queues.streamed(queue, false, this.parts.now());
    }
  }

  /** Makes a relay without a link open one. If it has no streams or stays unreachable, its streams count as ended. */
  #recall(link: Link, tries = 0): void {
    this.#recalled.add(link);
    const wait = CALLS_MS[tries];
    const isOver = () => link.socket !== null || this.#links.get(link.name) !== link;
    const call = async () => {
      const isThere = isOver() || (await this.#call(link.name).catch(() => undefined));
      if (isThere === undefined) {
        this.#recall(link, tries + 1);
        return;
      }
      this.#recalled.delete(link);
      if (isThere || isOver()) return;
      this.#lose(link);
      this.#forget(link);
    };
    if (wait === 0) void call();
    else if (wait !== undefined) this.#deadlines.after(wait, () => void call());
    else {
      this.#recalled.delete(link);
      if (!isOver()) this.#lose(link);
    }
  }

  #call(relay: string): Promise<boolean> {
    const after = (ms: Milliseconds, act: () => void) => this.#deadlines.after(ms, act);
    return withTimeout(CALL_MS, this.parts.call(relay), { after });
  }

  #lose(link: Link): void {
    this.#ended(this.#takeAll(link));
    this.#settle(link);
  }

  #forget(link: Link): void {
    if (link.promised > 0) return;
    this.#links.delete(link.name);
    this.#fanOut.disconnect(link);
    deleteRelay.run(this.parts.sql, { name: link.name });
  }

  /** Records that a relay's streams are now known. */
  #settle(link: Link): void {
    if (this.#awaited.delete(link) && this.#awaited.size === 0) this.parts.streams.settle();
  }
}

function refuse(link: Link, slot: number, ticket?: string): void {
  const [code, reason] = [StreamCode.silent, "Nothing is known of this connection."];
  link.sendFirst({ do: "close", slot, code, reason, ...(ticket !== undefined && { ticket }) });
}
