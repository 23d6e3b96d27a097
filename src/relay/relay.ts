import { StreamCode } from "../protocol/stream-codes.ts";
import type { HeldSocket } from "../realm/events/stream.ts";
import { KEEP_MS, PING_TIMEOUT_MS } from "../realm/events/streams.ts";
import {
  ALL,
  eachSlot,
  type FromRelay,
  type Opening,
  readFrame,
  type StreamState,
  type ToRelay,
  writeFrame,
  writeSlots,
} from "../rpc/relay-frames.ts";
import { type Clock, machineClock } from "../util/clock.ts";
import { eachAlone } from "../util/each-alone.ts";
import { machineRandom, type Random } from "../util/random.ts";
import { type Milliseconds, milliseconds } from "../util/time.ts";
import { RelayedStream } from "./held-stream.ts";
import { type LinkSocket, RealmLink } from "./realm-link.ts";

/** The time in which the realm opens a stream: then its ticket is certainly good no more. */
const OPENING_MS = milliseconds(30_000);

interface Parts {
  readonly sockets: {
    acceptWebSocket(socket: HeldSocket): void;
    getWebSockets(): HeldSocket[];
    /** When a ping of it was last answered without the relay. */
    getWebSocketAutoResponseTimestamp(socket: HeldSocket): Date | null;
  };
  /** Asks an organization's object for a link. */
  readonly dial: (subdomain: string, relay: string) => Promise<LinkSocket>;
  readonly clock?: Clock;
  readonly after?: (ms: Milliseconds, act: () => void) => void;
  readonly random?: Random;
}

/** The name of a relay and the organization that it holds streams of, which it learns with the first of them. */
type Identity = Pick<Opening, "subdomain" | "relay">;

/**
 * Holds sockets of streams for an organization's object, which decides what each is sent. It fills the number of the event and
 * the queue's id into what it gets, and gathers for a second what clients acknowledge.
 */
export class Relay {
  #identity: Identity | null = null;
  /** The streams that are held, by their slots. */
  #streams: (RelayedStream | undefined)[] = [];
  readonly #bySocket = new Map<HeldSocket, RelayedStream>();
  /** Slots without a stream, which the realm knows. */
  #free: number[] = [];
  /** Slots without a stream, which the realm is to be told, with how long nothing was heard before. */
  #closed: [slot: number, silentMs: number][] = [];
  /** The streams of which something is to be told and to be kept. */
  readonly #changed = new Set<RelayedStream>();
  #isTelling = false;
  readonly #link: RealmLink;
  readonly #parts: Required<Parts>;

  constructor({
    clock = machineClock,
    after = (ms, act) => void setTimeout(act, ms),
    random = machineRandom,
    ...parts
  }: Parts) {
    this.#parts = { ...parts, clock, after, random };
    this.#link = new RealmLink({
      dial: () => {
        const { subdomain, relay } = this.#identity ?? { subdomain: "", relay: "" };
        return parts.dial(subdomain, relay);
      },
      greeting: () => this.#greeting(),
      receive: (frame) => this.#take(frame),
      isWanted: () => this.#bySocket.size > 0,
      giveUp: () => this.#closeAll(),
      after,
      random,
    });
    for (const socket of parts.sockets.getWebSockets()) this.#resume(socket);
    if (this.#bySocket.size > 0) void this.#link.make();
  }

  /** Holds the socket of a client that the realm has admitted. */
  open(socket: HeldSocket, { subdomain, relay, ticket }: Opening): void {
    this.#identity = { subdomain, relay };
    this.#parts.sockets.acceptWebSocket(socket);
    const slot = this.#freeSlot();
    const stream = new RelayedStream(socket, ticket, { subdomain, relay, slot, heard: this.#now, opened: null });
    stream.keep();
    this.#hold(stream);
    if (this.#link.isOpen) this.#say({ do: "open", slot, ticket });
    else void this.#link.make();
    this.#parts.after(OPENING_MS, () => {
      if (!stream.isOpened && this.#bySocket.get(socket) === stream)
        this.#end(stream, StreamCode.silent, "It was not opened in time.");
    });
  }

  /** Makes the link anew for the realm, which has lost it. Whether there are streams. */
  async relink(): Promise<boolean> {
    if (this.#bySocket.size > 0) await this.#link.remake();
    return this.#bySocket.size > 0;
  }

  /** Cuts the link to the realm, as a network may. */
  cut(): void {
    this.#link.cut();
  }

  /** The number of clients' sockets. */
  get size(): number {
    return this.#bySocket.size;
  }

  /** Takes a frame of a client. */
  receive(socket: HeldSocket, frame: unknown): void {
    const stream = this.#bySocket.get(socket);
    if (stream === undefined) closeUnserved(socket);
    else if (stream.receive(frame, this.#now)) this.#note(stream);
    else this.#end(stream, StreamCode.ended, "This was not expected.");
  }

  /** Takes note that a client's socket has closed. */
  closed(socket: HeldSocket): void {
    const stream = this.#bySocket.get(socket);
    if (stream !== undefined) this.#release(stream, 0);
  }

  get #now() {
    return this.#parts.clock.milliseconds();
  }

  #resume(socket: HeldSocket): void {
    const kept = RelayedStream.keptBy(socket);
    if (kept === null || kept.opened === null || this.#streams[kept.slot] !== undefined) {
      closeUnserved(socket);
      return;
    }
    this.#identity = kept;
    this.#hold(new RelayedStream(socket, null, kept));
  }

  /** The lowest slot without a stream. The realm has to know that it is free; over a new link it is told of all. */
  #freeSlot(): number {
    const free = this.#link.isOpen ? this.#free : this.#emptySlots();
    if (free.length === 0) return this.#streams.length;
    const lowest = Math.min(...free);
    this.#free = this.#free.filter((slot) => slot !== lowest);
    return lowest;
  }

  #emptySlots(): number[] {
    return [...this.#streams.keys()].filter((slot) => this.#streams[slot] === undefined);
  }

  #hold(stream: RelayedStream): void {
    this.#streams[stream.slot] = stream;
    this.#bySocket.set(stream.socket, stream);
  }

  /** Tells the realm of all streams, and asks it to open those that wait for that. */
  #greeting(): string[] {
    const all = [...this.#bySocket.values()];
    // A slot of which nothing is told is free.
    this.#free = this.#emptySlots();
    this.#closed = [];
    const streams = all.map(({ state }) => state).filter((state): state is StreamState => state !== null);
    const waiting = all.filter(({ isOpened }) => !isOpened);
    return [
      writeFrame({ do: "report", streams }),
      ...waiting.map(({ slot, ticket }) => writeFrame({ do: "open", slot, ticket: ticket ?? "" })),
    ];
  }

  #take(frame: string): void {
    const { said, texts } = readFrame<ToRelay>(frame);
    switch (said.do) {
      case "events":
        this.#deliver(said, texts);
        return;
      case "opened":
        this.#streams[said.slot]?.open(said);
        return;
      case "send":
        this.#sendTo(this.#streams[said.slot], texts[0] ?? "", said.sent);
        return;
      case "close":
        this.#drop(this.#streams[said.slot], said);
        return;
      case "check":
        this.#check();
        return;
      case "report":
        for (const line of this.#greeting()) this.#link.send(line);
        return;
      default:
        said satisfies never;
    }
  }

  #deliver({ events }: Extract<ToRelay, { do: "events" }>, texts: readonly string[]): void {
    const served: RelayedStream[] = [];
    const add = (stream: RelayedStream | undefined, text: string, id: number) => {
      if (stream?.add(text, id)) served.push(stream);
    };
    for (const { id, to, text } of events) {
      const written = texts[text] ?? "";
      if (to === ALL) for (const stream of this.#streams) add(stream, written, id);
      else eachSlot(to, (slot) => add(this.#streams[slot], written, id));
    }
    eachAlone(served, (stream) => {
      stream.flush();
      this.#note(stream);
    });
  }

  /** A frame for a stream that is not open is for one that had its slot before. */
  #sendTo(stream: RelayedStream | undefined, text: string, upTo: number | null): void {
    if (!stream?.isOpened) return;
    stream.send(text, upTo);
    this.#note(stream);
  }

  #drop(stream: RelayedStream | undefined, { code, reason, ticket }: Extract<ToRelay, { do: "close" }>): void {
    if (!stream?.isMeant(ticket)) return;
    this.#forget(stream);
    this.#free.push(stream.slot);
    if (stream.socket.readyState === WebSocket.OPEN) stream.socket.close(code, reason);
  }

  #check(): void {
    eachAlone([...this.#bySocket.values()], (stream) => {
      const pinged = this.#parts.sockets.getWebSocketAutoResponseTimestamp(stream.socket)?.getTime() ?? 0;
      const silence = this.#now - Math.max(stream.heard, pinged);
      if (silence > PING_TIMEOUT_MS) this.#end(stream, StreamCode.silent, "Nothing was heard for too long.", silence);
    });
  }

  #end(stream: RelayedStream, code: number, reason: string, silence = 0): void {
    if (stream.socket.readyState === WebSocket.OPEN) stream.socket.close(code, reason);
    this.#release(stream, silence);
  }

  #release(stream: RelayedStream, silence: number): void {
    this.#forget(stream);
    this.#closed.push([stream.slot, silence]);
    this.#tellSoon();
  }

  #forget(stream: RelayedStream): void {
    this.#streams[stream.slot] = undefined;
    this.#bySocket.delete(stream.socket);
    this.#changed.delete(stream);
  }

  #note(stream: RelayedStream): void {
    this.#changed.add(stream);
    this.#tellSoon();
  }

  #tellSoon(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    this.#parts.after(KEEP_MS, () => this.#tell());
  }

  #tell(): void {
    this.#isTelling = false;
    const changed = [...this.#changed];
    this.#changed.clear();
    eachAlone(changed, (stream) => stream.keep());
    // A new link begins with where all streams are.
    if (!this.#link.isOpen) return;
    const acknowledged = this.#acknowledgements(changed);
    const closed = this.#closed;
    this.#closed = [];
    this.#free.push(...closed.map(([slot]) => slot));
    if (acknowledged.length > 0 || closed.length > 0) this.#say({ do: "news", acknowledged, closed });
    if (this.#bySocket.size === 0) this.#link.close();
  }

  /** The events that clients have acknowledged last, each with the clients. */
  #acknowledgements(changed: readonly RelayedStream[]): [number, string][] {
    const byEvent = new Map<number, Uint8Array>();
    for (const { slot, acknowledged } of changed) {
      const bits = byEvent.get(acknowledged) ?? new Uint8Array((this.#streams.length + 7) >> 3);
      bits[slot >> 3] = (bits[slot >> 3] ?? 0) | (1 << (slot & 7));
      byEvent.set(acknowledged, bits);
    }
    return [...byEvent].map(([event, bits]) => [event, writeSlots(bits)]);
  }

  #say(said: FromRelay): void {
    this.#link.send(writeFrame(said));
  }

  #closeAll(): void {
    const streams = [...this.#bySocket.values()];
    for (const stream of streams) this.#forget(stream);
    this.#free = [];
    this.#streams = [];
    eachAlone(streams, ({ socket }) => closeUnserved(socket));
  }
}

/** Closes a socket of which the realm does not know: its client comes again, instead of hearing nothing. */
function closeUnserved(socket: HeldSocket): void {
  if (socket.readyState === WebSocket.OPEN) socket.close(StreamCode.silent, "Nothing is known of this connection.");
}
