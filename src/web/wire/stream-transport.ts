import type { ServerEvent } from "../model/event.ts";
import { CutOff, readAnswer, Unreachable } from "./api.ts";
import { encode } from "./call.ts";
import type { Clock } from "./clock.ts";
import { type Cursor, type EventTransport, newerThan } from "./event-log.ts";
import type { Page } from "./page.ts";

/** The part of a WebSocket used here. */
type Socket = Pick<WebSocket, "readyState" | "send" | "close" | "onopen" | "onmessage" | "onclose">;

interface SocketParts {
  /**
   * Used if no stream can be opened, such as behind some proxies. If the server refused the stream, the response to a
   * poll has the reason.
   */
  readonly poll: EventTransport;
  readonly connect: (after: Cursor) => Socket;
  readonly clock: Clock;
  readonly page: Page;
  /** Number of users who can have a stream. */
  readonly people: () => number;
}

/** A ping is sent after this long without a message. */
const PING_MS = 30_000;
/** A connection that doesn't open, or doesn't answer a ping, within this time counts as hanging. */
const PING_TIMEOUT_MS = 15_000;
/** Events are acknowledged together: after this many milliseconds, or this many events. */
const ACKNOWLEDGE = { after: 1_000, events: 200 };
/** Consecutive streams that fail to open before the client only polls for a while. */
const MAX_FAILURES = 3;
const POLLS_ONLY_MS = 600_000;
/** How many streams an organization's server object can reopen per second after a restart, which ends all of them. */
const RETURNS_A_SECOND = 200;
const SPREAD_MS = { least: 1_000, most: 5_000 };
/** The server closes a stream with this code when another connection of its queue takes over. */
const DISPLACED = 4409;
/** Close code if the login has ended or is no longer accepted. */
const LOGGED_OUT = 4401;

/** Opens a WebSocket to the server that this page comes from, as the logged-in account. */
export function connectStream({ queue, last }: Cursor): Socket {
  const url = new URL("/json/events/stream", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.search = String(encode({ queue_id: queue, last_event_id: last }));
  return new WebSocket(url);
}

/** Delivers events over a stream (a WebSocket), or by polling if no stream can be opened. */
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
    // A WebSocket doesn't report why it was refused, but the response to a poll does.
    const events = await poll.next(after, signal, onLive);
    // A server that also refuses polls is temporarily out of capacity. In that case, the network isn't the reason why
    // no stream opens.
    if (++this.#failures >= MAX_FAILURES) this.#pollsUntil = clock.now() + POLLS_ONLY_MS;
    return events;
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

/** A WebSocket, and the events received over it. */
class Stream {
  readonly queue: string;
  /** Whether the socket could be opened. */
  readonly opened: Promise<boolean>;
  readonly #socket: Socket;
  readonly #clock: Clock;
  #events: ServerEvent[] = [];
  /** Set when the stream has ended. `error` is undefined if another connection of the queue took over. */
  #end: { readonly error: unknown } | undefined;
  #wake: () => void = () => {};
  /** The last event received. */
  #newest: number;
  /** The last event returned by `take`. */
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
      const opening = clock.after(PING_TIMEOUT_MS, () => this.end(new Unreachable("it does not open")));
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
      else this.end(this.#isOpen ? new CutOff(why, spreadOf(people(), code)) : new Unreachable(why));
    };
  }

  /**
   * True if the remaining events of this stream follow the cursor. Events that were taken but not stored, because the
   * log failed or the request was aborted, are only repeated over another stream.
   */
  goesOnFrom({ queue, last }: Cursor): boolean {
    return this.queue === queue && last >= this.#taken && (this.#end === undefined || this.#events.length > 0);
  }

  /** Waits for events. Returns none if another connection of the queue took over. */
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

  /** Records that everything up to this event has arrived, and sends the acknowledgment soon or immediately. */
  acknowledge(last: number): void {
    this.#known = Math.max(this.#known, last);
    if (this.#known === this.#acknowledged) return;
    if (this.#unacknowledged >= ACKNOWLEDGE.events) this.remind();
    else this.#remindSoon();
  }

  /** Acknowledges the last event received, even if that was done before. */
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

  /** Sends a frame if the socket is open. It may be closed although `onclose` hasn't been called yet. */
  #send(frame: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(frame);
  }

  #hear(frame: string): void {
    if (this.#end !== undefined) return;
    this.#pingLater();
    if (frame === "pong") return;
    try {
      // An error frame has the same body as a refused poll.
      const isError = frame.startsWith('{"result":"error"');
      const { events } = readAnswer(isError ? 400 : 200, frame, null) as unknown as { events: ServerEvent[] };
      const fresh = newerThan(this.#newest, events);
      // The server sent events again, so it missed or lost their acknowledgment.
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

  /** Sends a ping after a time without messages, and ends the stream if there is no answer. */
  #pingLater(): void {
    this.#cancelPing?.();
    this.#cancelPing = this.#clock.after(PING_MS, () => {
      this.#send("ping");
      this.#cancelPing = this.#clock.after(PING_TIMEOUT_MS, () => this.end(new Unreachable("it hangs")));
    });
  }
}

/**
 * Returns the time in milliseconds over which clients spread their reconnects. In a small organization, a page whose
 * login may have ended reconnects at once, so that it doesn't stay visible.
 */
const spreadOf = (people: number, code: number): number =>
  Math.min(SPREAD_MS.most, Math.max(code === LOGGED_OUT ? 0 : SPREAD_MS.least, (people * 1_000) / RETURNS_A_SECOND));
