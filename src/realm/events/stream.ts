import * as v from "valibot";
import { limits } from "../../protocol/limit-table.ts";
import type { StreamCode } from "../../protocol/stream-codes.ts";
import type { Credentials } from "../../rpc/credentials.ts";
import type { Milliseconds } from "../../util/time.ts";
import { bodyOf, firstEvents, type Room } from "./event-batch.ts";
import { type EventLog, eventBytes } from "./event-log.ts";
import { eventOf, numberIn, type Queue } from "./queues.ts";

/** A frame from the client, which says which events it has received. */
const frameSchema = v.strictObject({ last_event_id: v.pipe(v.number(), v.safeInteger()) });
const FRAMES_MS = 10_000;
/** Rows of an earlier program have no `is_full`. */
const keptSchema = v.object({
  queue: v.number(),
  credentials: v.custom<Credentials>((value) => typeof value === "object" && value !== null),
  sent: v.number(),
  acknowledged: v.number(),
  heard: v.custom<Milliseconds>((value) => typeof value === "number"),
  is_full: v.optional(v.boolean(), false),
});

/** The data that a stream's socket keeps while the object is out of memory. */
interface Kept {
  readonly queue: number;
  readonly credentials: Credentials;
  readonly sent: number;
  readonly acknowledged: number;
  readonly heard: Milliseconds;
  readonly is_full: boolean;
}

/** The position of a stream's client, and when it was heard of. */
type Progress = Pick<Kept, "sent" | "heard" | "is_full">;

/** The part of a WebSocket that a stream needs. */
export interface StreamSocket {
  readonly readyState: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  serializeAttachment(attachment: unknown): void;
  deserializeAttachment(): unknown;
}

/** The part of the queues that a stream needs. */
export interface EventSource {
  readonly log: Pick<EventLog, "after" | "newest">;
  acknowledge(queue: Queue, upTo: number): void;
}

/** The events that a client was sent and has not acknowledged, and their length together. */
interface Ahead {
  readonly sizes: { readonly id: number; readonly characters: number }[];
  characters: number;
}

/** The WebSocket that brings a queue's events to its client. */
export class Stream {
  /** Events up to this id have been sent, or are not for this queue. */
  #sent: number;
  #heard: Milliseconds;
  #isFull: boolean;
  /** The events that the client has not acknowledged yet; null where they are to be looked up in the log. */
  #ahead: Ahead | null = null;
  /** The number of frames that the client has sent since a time. */
  #frames = { since: 0, count: 0 };

  constructor(
    readonly socket: StreamSocket,
    readonly queue: Queue,
    readonly credentials: Credentials,
    private readonly queues: EventSource,
    private readonly room: Room,
    { sent, heard, is_full }: Progress,
  ) {
    this.#sent = sent;
    this.#heard = heard;
    this.#isFull = is_full;
  }

  /** The data that a socket has kept of its stream; null where another program kept it. */
  static keptBy(socket: StreamSocket): Kept | null {
    const kept = v.safeParse(keptSchema, socket.deserializeAttachment());
    return kept.success ? kept.output : null;
  }

  /** Each field is named here, so that nothing that was kept before can take the place of what holds now. */
  keep(): void {
    this.socket.serializeAttachment({
      queue: this.queue.number,
      credentials: this.credentials,
      sent: this.#sent,
      acknowledged: this.queue.acknowledged,
      heard: this.#heard,
      is_full: this.#isFull,
    } satisfies Kept);
  }

  /** When the client last sent something other than a ping. */
  get heard(): Milliseconds {
    return this.#heard;
  }

  /** Whether events wait until the client acknowledges others. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether there are events that were not looked through for this queue. */
  get isBehind(): boolean {
    return this.#sent < this.queues.log.newest;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Sends the events that there are and that the client has room for. */
  deliver(): void {
    this.#isFull = !this.#sendAll();
  }

  /** Whether there was room for all. */
  #sendAll(): boolean {
    const { queue, queues } = this;
    for (let areAll = false; !areAll && this.isOpen; ) {
      const ahead = this.#unacknowledged();
      const { events, characters } = this.room;
      const room = { events: events - ahead.sizes.length, characters: characters - ahead.characters };
      if (room.events <= 0) return false;
      const deliveries = queues.log.after(Math.max(this.#sent, queue.passed), queue.number);
      const found = firstEvents(queue, deliveries, room, ahead.sizes.length === 0 ? 1 : 0);
      const last = found.events.at(-1);
      if (last !== undefined) this.socket.send(bodyOf(queue, found.events));
      else if (!found.areAll) return false;
      for (const { id, bytes } of found.events) add(ahead, id, bytes.length);
      areAll = found.areAll;
      this.#sent = areAll ? queues.log.newest : (last?.id ?? this.#sent);
    }
    return true;
  }

  /** Takes a frame of the client. False where the client may not send it. */
  receive(frame: unknown, now: Milliseconds): boolean {
    if (typeof frame !== "string" || frame.length > limits.stream.frame_characters || this.#isFlooded(now))
      return false;
    const number = acknowledgedIn(frame);
    if (number === undefined) return false;
    const upTo = eventOf(this.queue, number);
    if (upTo > this.#sent) return false;
    this.#heard = now;
    this.queues.acknowledge(this.queue, upTo);
    remove(this.#unacknowledged(), upTo);
    this.deliver();
    return true;
  }

  /** Closes the socket, after a last frame where there is one. */
  close(code: (typeof StreamCode)[keyof typeof StreamCode], reason: string, frame?: string): void {
    if (!this.isOpen) return;
    if (frame !== undefined) this.socket.send(frame);
    this.socket.close(code, reason);
  }

  #isFlooded(now: Milliseconds): boolean {
    // The clock may have been set back.
    if (Math.abs(now - this.#frames.since) > FRAMES_MS) this.#frames = { since: now, count: 0 };
    this.#frames.count += 1;
    return this.#frames.count > limits.stream.frames;
  }

  #unacknowledged(): Ahead {
    if (this.#ahead !== null) return this.#ahead;
    const { queue, queues } = this;
    const ahead: Ahead = { sizes: [], characters: 0 };
    for (const delivery of queues.log.after(queue.acknowledged, queue.number)) {
      const { id } = delivery.event;
      if (id > this.#sent) break;
      add(ahead, id, eventBytes(delivery, numberIn(queue, id), queue).length);
    }
    this.#ahead = ahead;
    return ahead;
  }
}

function add(ahead: Ahead, id: number, characters: number): void {
  ahead.sizes.push({ id, characters });
  ahead.characters += characters;
}

function remove(ahead: Ahead, upTo: number): void {
  const left = ahead.sizes.findIndex(({ id }) => id > upTo);
  for (const { characters } of ahead.sizes.splice(0, left < 0 ? ahead.sizes.length : left))
    ahead.characters -= characters;
}

/** The number that a client's frame acknowledges; undefined where it is of another form. */
function acknowledgedIn(frame: string): number | undefined {
  try {
    const read = v.safeParse(frameSchema, JSON.parse(frame));
    return read.success ? read.output.last_event_id : undefined;
  } catch {
    return undefined;
  }
}
