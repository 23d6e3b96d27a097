import type { ServerEvent } from "../model/event.ts";
import { encode } from "./call.ts";
import type { Clock } from "./clock.ts";
import { type Cursor, newerThan } from "./event-log.ts";
import type { Page } from "./page.ts";
import type { EventTransport } from "./poll.ts";
import { CutOff, readAnswer, Unreachable } from "./refused.ts";

/** The part of a WebSocket that is used here. */
type Socket = Pick<WebSocket, "readyState" | "send" | "close" | "onopen" | "onmessage" | "onclose">;

interface SocketParts {
  /** Asks where no stream can be had: behind some proxies, and to be told why not. */
  readonly poll: EventTransport;
  readonly connect: (after: Cursor) => Socket;
  readonly clock: Clock;
  readonly page: Page;
  /** How many people may have a stream. */
  readonly people: () => number;
}

const PING = 30_000;
/** After so long without an answer to a ping, the connection hangs. */
const SILENT = 15_000;
/** Acknowledged is after a moment, so that many events are acknowledged at once; or after so many. */
const ACKNOWLEDGE = { after: 1_000, events: 200 };
/** After so many streams that did not open, polls take their place for a while. */
const MOST_FAILURES = 3;
const POLLS_ONLY = 600_000;
/** An organization's object begins anew for all its streams at once, and opens about so many again in a second. */
const RETURNS_A_SECOND = 200;
const SPREAD = { least: 1_000, most: 5_000 };
/** The code with which the server closes a stream when another connection of its queue takes over. */
const DISPLACED = 4409;

/** Opens a WebSocket to the server that this page comes from, in the name of whoever is logged in. */
export function connectStream({ queue, last }: Cursor): Socket {
  const url = new URL("/json/events/stream", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.search = String(encode({ queue_id: queue, last_event_id: last }));
  return new WebSocket(url);
}

/** Events come by a stream (a WebSocket); by polls where there is none. */
export class StreamTransport implements EventTransport {
  readonly #parts: SocketParts;
  #stream: Stream | undefined;
  #failures = 0;
  #pollsUntil = 0;

  constructor(parts: SocketParts) {
    this.#parts = parts;
  }

  async next(after: Cursor, signal: AbortSignal, onLive: () => void): Promise<readonly ServerEvent[]> {
    const { clock, poll } = this.#parts;
    if (clock.now() < this.#pollsUntil) return poll.next(after, signal, onLive);
    const stream = this.#streamFrom(after);
    const close = () => stream.end(new Unreachable("given up"));
    signal.addEventListener("abort", close);
    try {
      if (await stream.opened) {
        this.#failures = 0;
        onLive();
        return await stream.take();
      }
    } finally {
      signal.removeEventListener("abort", close);
    }
    signal.throwIfAborted();
    // A WebSocket does not say why it was refused; the answer to a poll does.
    if (++this.#failures >= MOST_FAILURES) this.#pollsUntil = clock.now() + POLLS_ONLY;
    return poll.next(after, signal, onLive);
  }

  remind(): void {
    this.#stream?.remind();
  }

  close(): void {
    this.#stream?.end(new Unreachable("closed"));
    this.#stream = undefined;
  }

  #streamFrom(after: Cursor): Stream {
    const open = this.#stream;
    if (open?.goesOnFrom(after) === true) {
      open.acknowledge(after.last);
      return open;
    }
    this.close();
    this.#stream = new Stream(after, this.#parts);
    return this.#stream;
  }
}

/** One WebSocket, and what has come over it. */
class Stream {
  readonly queue: string;
  /** Whether it could be opened. */
  readonly opened: Promise<boolean>;
  readonly #socket: Socket;
  readonly #clock: Clock;
  #events: ServerEvent[] = [];
  /** Why nothing comes any more. */
  #end: { readonly error: unknown } | undefined;
  #wake: () => void = () => {};
  /** The last event that has come. */
  #newest: number;
  /** The last event that somebody has taken. */
  #taken: number;
  #acknowledged: number;
  #known: number;
  #unacknowledged = 0;
  #stops: (() => void)[] = [];
  #cancelAcknowledge: (() => void) | undefined;
  #cancelPing: (() => void) | undefined;
  #isOpen = false;

  constructor(after: Cursor, { connect, clock, page, people }: SocketParts) {
    this.queue = after.queue;
    this.#newest = after.last;
    this.#taken = after.last;
    this.#acknowledged = after.last;
    this.#known = after.last;
    this.#clock = clock;
    this.#socket = connect(after);
    this.#stops.push(page.on(["offline"], () => this.end(new Unreachable("offline"))));
    this.opened = new Promise((resolve) => {
      const opening = clock.after(SILENT, () => this.end(new Unreachable("it does not open")));
      this.#stops.push(opening, () => resolve(false));
      this.#socket.onopen = () => {
        opening();
        this.#isOpen = true;
        resolve(true);
        this.#pingLater();
      };
    });
    this.#socket.onmessage = ({ data }) => this.#hear(String(data));
    this.#socket.onclose = ({ code }) => {
      const why = `closed: ${code}`;
      if (code === DISPLACED) this.end(undefined);
      else this.end(this.#isOpen ? new CutOff(why, spreadOf(people())) : new Unreachable(why));
    };
  }

  /**
   * Whether what is still to come over it follows on this event. What was taken and not kept, because the log failed or
   * somebody gave up, comes only over another stream.
   */
  goesOnFrom({ queue, last }: Cursor): boolean {
    return this.queue === queue && last >= this.#taken && (this.#end === undefined || this.#events.length > 0);
  }

  /** Waits for events. None come where another connection of the queue has taken over. */
  async take(): Promise<readonly ServerEvent[]> {
    while (this.#events.length === 0) {
      if (this.#end !== undefined) {
        if (this.#end.error === undefined) return [];
        throw this.#end.error;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const events = this.#events.splice(0);
    this.#taken = events.at(-1)?.id ?? this.#taken;
    return events;
  }

  /** Everything up to this event is known. */
  acknowledge(last: number): void {
    this.#known = Math.max(this.#known, last);
    if (this.#known === this.#acknowledged) return;
    if (this.#unacknowledged >= ACKNOWLEDGE.events) this.remind();
    else this.#remindSoon();
  }

  /** Tells the server what is known, though it may know that already. */
  remind(): void {
    if (this.#end !== undefined || !this.#isOpen) return;
    this.#cancelAcknowledge?.();
    this.#cancelAcknowledge = undefined;
    this.#acknowledged = this.#known;
    this.#unacknowledged = 0;
    this.#send(JSON.stringify({ last_event_id: this.#known }));
  }

  #remindSoon(): void {
    if (this.#end === undefined) this.#cancelAcknowledge ??= this.#clock.after(ACKNOWLEDGE.after, () => this.remind());
  }

  end(error: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = { error };
    for (const stop of this.#stops) stop();
    this.#cancelAcknowledge?.();
    this.#cancelPing?.();
    this.#socket.close();
    this.#wake();
  }

  /** Between the server's closing and the word of it there is a moment. */
  #send(frame: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(frame);
  }

  #hear(frame: string): void {
    if (this.#end !== undefined) return;
    this.#pingLater();
    if (frame === "pong") return;
    try {
      // Between an error's frame and a poll's refusal there is no difference.
      const isError = frame.startsWith('{"result":"error"');
      const { events } = readAnswer(isError ? 400 : 200, frame, null) as unknown as { events: ServerEvent[] };
      const fresh = newerThan(this.#newest, events);
      // The server does not know that these have come: it has not heard so, or has forgotten it.
      if (fresh.length < events.length) this.#remindSoon();
      if (fresh.length === 0) return;
      this.#newest = fresh.at(-1)?.id ?? this.#newest;
      this.#events.push(...fresh);
      this.#unacknowledged += fresh.length;
      this.#wake();
    } catch (error) {
      this.end(error);
    }
  }

  /** Asks for a sign of life after a while without one. */
  #pingLater(): void {
    this.#cancelPing?.();
    this.#cancelPing = this.#clock.after(PING, () => {
      this.#send("ping");
      this.#cancelPing = this.#clock.after(SILENT, () => this.end(new Unreachable("it hangs")));
    });
  }
}

const spreadOf = (people: number): number =>
  Math.min(SPREAD.most, Math.max(SPREAD.least, (people * 1_000) / RETURNS_A_SECOND));
