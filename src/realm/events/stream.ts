import * as v from "valibot";
import type { StreamCode } from "../../protocol/stream-codes.ts";
import type { Credentials } from "../../rpc/credentials.ts";
import type { Milliseconds } from "../../util/time.ts";
import { ClientFrames } from "./client-frames.ts";
import { bodyOf, firstEvents, type Room } from "./event-batch.ts";
import { type EventLog, eventBytes } from "./event-log.ts";
import { eventOf, numberIn, type Queue } from "./queues.ts";

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
interface StreamAttachment {
  readonly queue: number;
  readonly credentials: Credentials;
  readonly sent: number;
  readonly acknowledged: number;
  readonly heard: Milliseconds;
  readonly is_full: boolean;
}

/** The position of a stream's client, and when it was heard of. */
type Progress = Pick<StreamAttachment, "sent" | "heard" | "is_full">;

/** The part of a hibernating WebSocket that is needed here. */
export interface HeldSocket {
  readonly readyState: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  serializeAttachment(attachment: unknown): void;
  deserializeAttachment(): unknown;
}

/** The part of a WebSocket that a stream needs. */
export interface StreamSocket extends HeldSocket {
  /** Sends a frame, with events up to an id where it has some. */
  send(text: string, upTo?: number): void;
  /** Has a socket at a relay get events together with others. Its client has not acknowledged those from `oldest` to `newest`. */
  join?(unacknowledged: { readonly oldest: number; readonly newest: number }): void;
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
  #hasJoined = false;
  #frames: ClientFrames | null = null;

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
  static keptBy(socket: StreamSocket): StreamAttachment | null {
    const kept = v.safeParse(keptSchema, socket.deserializeAttachment());
    return kept.success ? kept.output : null;
  }

  /** Each field is named here, so that nothing that was kept before can take the place of what holds now. */
  keep(): void {
    this.socket.serializeAttachment({
      queue: this.queue.number,
      credentials: this.credentials,
      sent: this.sent,
      acknowledged: this.queue.acknowledged,
      heard: this.#heard,
      is_full: this.#isFull,
    } satisfies StreamAttachment);
  }

  /** Events up to this id have been sent, or are not for this queue. */
  get sent(): number {
    return this.#sent;
  }

  /** Whether a relay now sends the stream what others are sent, so that this object is not needed any more. */
  get hasJoined(): boolean {
    return this.#hasJoined;
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
    return this.sent < this.queues.log.newest;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Sends the events that there are and that the client has room for. */
  deliver(): void {
    this.#isFull = !this.#sendAll();
    if (!this.#isFull && this.isOpen) this.#join();
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
      if (last !== undefined) this.socket.send(bodyOf(queue, found.events), last.id);
      else if (!found.areAll) return false;
      for (const { id, bytes } of found.events) add(ahead, id, bytes.length);
      areAll = found.areAll;
      this.#sent = areAll ? queues.log.newest : (last?.id ?? this.#sent);
    }
    return true;
  }

  /** Takes a frame of the client. False where the client may not send it. */
  receive(frame: unknown, now: Milliseconds): boolean {
    this.#frames ??= new ClientFrames();
    const number = this.#frames.read(frame, now);
    return number !== undefined && this.acknowledge(eventOf(this.queue, number), now);
  }

  /** Takes note that the client has the events up to one. False where that was not sent. */
  acknowledge(upTo: number, now: Milliseconds): boolean {
    if (upTo > this.sent) return false;
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

  #join(): void {
    if (this.socket.join === undefined) return;
    const { sizes } = this.#unacknowledged();
    this.socket.join({ oldest: sizes[0]?.id ?? 0, newest: sizes.at(-1)?.id ?? 0 });
    this.#hasJoined = true;
  }

  #unacknowledged(): Ahead {
    if (this.#ahead !== null) return this.#ahead;
    const { queue, queues } = this;
    const ahead: Ahead = { sizes: [], characters: 0 };
    for (const delivery of queues.log.after(queue.acknowledged, queue.number)) {
      const { id } = delivery.event;
      if (id > this.sent) break;
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
