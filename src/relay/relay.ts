import { StreamCode } from "../protocol/stream-codes.ts";
import { type HeldSocket, type HeldSockets, lastHeard } from "../realm/events/stream.ts";
import { closeUnserved, KEEP_MS, PING_TIMEOUT_MS } from "../realm/events/streams.ts";
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
import { type LinkSocket, RealmLink } from "./realm-link.ts";
import { RelayedStream } from "./relayed-stream.ts";

/** Time limit for the realm to open a stream. After that, the ticket has certainly expired. */
const OPENING_MS = milliseconds(30_000);

interface RelayParts {
  readonly sockets: HeldSockets;
  readonly dial: (subdomain: string, relay: string) => Promise<LinkSocket>;
  readonly clock?: Clock;
  readonly after?: (ms: Milliseconds, act: () => void) => void;
  readonly random?: Random;
}

/** A relay's name and organization, which it learns from the request for its first stream. */
type Identity = Pick<Opening, "subdomain" | "relay">;

/**
 * Holds stream sockets for an organization's object, which decides what each of them is sent. The relay fills in
 * event numbers and queue ids, and collects acknowledgments from clients for a second.
 *
 * The realm admits a client with a ticket, and the Worker hands the socket over to the relay, which has the realm open
 * the stream by that ticket. All streams share one link to the realm, a WebSocket. For the events of a turn, the realm
 * sends one frame per relay: each text once per form of client, with a bitmap of its streams (`relay-frames.ts`).
 *
 * If a relay is lost, its clients reconnect like any others. If the link breaks, either side reopens it. The relay first
 * reports each stream's position, then the realm sends what is missing. After the realm restarts, no queue ends until
 * every relay in the table `relays` has reported or is given up. The realm's end of the link hibernates, but the
 * relay's can't: the platform only hibernates the accepting end.
 */
export class Relay {
  #identity: Identity | null = null;
  #streams: (RelayedStream | undefined)[] = [];
  readonly #bySocket = new Map<HeldSocket, RelayedStream>();
  /** Free slots that have been reported to the realm. */
  #free: number[] = [];
  /** Freed slots not yet reported to the realm, with how long their clients had been silent. */
  #closed: [slot: number, silentMs: number][] = [];
  readonly #changed = new Set<RelayedStream>();
  #isTelling = false;
  readonly #link: RealmLink;
  readonly #parts: Required<RelayParts>;

  constructor({
    clock = machineClock,
    after = (ms, act) => void setTimeout(act, ms),
    random = machineRandom,
    ...parts
  }: RelayParts) {
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

  /** Starts serving an admitted client over its socket. */
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

  /** Reconnects to the realm, which lost the link. Resolves to true if any streams are open. */
  async relink(): Promise<boolean> {
    if (this.#bySocket.size > 0) await this.#link.remake();
    return this.#bySocket.size > 0;
  }

  /** For tests: cuts the link to the realm, as a network failure would. */
  cut(): void {
    this.#link.cut();
  }

  get size(): number {
    return this.#bySocket.size;
  }

  receive(socket: HeldSocket, frame: unknown): void {
    const stream = this.#bySocket.get(socket);
    if (stream === undefined) closeUnserved(socket);
    else if (stream.receive(frame, this.#now)) this.#note(stream);
    else this.#end(stream, StreamCode.ended, "This was not expected.");
  }

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

  /** Returns the lowest slot that has no stream and that the realm knows to be free. A new link reports all slots. */
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

  /** Reports all streams to the realm, and requests that it open the waiting ones. */
  #greeting(): string[] {
    const all = [...this.#bySocket.values()];
    // A slot that isn't reported is free.
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

  /**
   * Sends a frame to a stream. Drops it if the stream isn't open, because it was for an earlier stream in the same
   * slot.
   */
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
      const silence = this.#now - lastHeard(this.#parts.sockets, stream.socket, stream.heard);
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
    // A new link first reports the positions of all streams.
    if (!this.#link.isOpen) return;
    const acknowledged = this.#acknowledgements(changed);
    const closed = this.#closed;
    this.#closed = [];
    this.#free.push(...closed.map(([slot]) => slot));
    if (acknowledged.length > 0 || closed.length > 0) this.#say({ do: "news", acknowledged, closed });
    if (this.#bySocket.size === 0) this.#link.close();
  }

  /** Returns the last event that each client has acknowledged, grouped by event. */
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
