import * as v from "valibot";
import type { StreamCode } from "../../protocol/stream-codes.ts";
import type { Credentials } from "../../rpc/credentials.ts";
import { type Milliseconds, milliseconds } from "../../util/time.ts";
import { ClientFrames } from "./client-frames.ts";
import { bodyOf, firstEvents, type Room } from "./event-batch.ts";
import { type EventLog, eventBytes } from "./event-log.ts";
import { eventOf, numberInQueue, type Queue } from "./queues.ts";

/** Older server versions stored attachments without `is_full`. */
const keptSchema = v.object({
  queue: v.number(),
  credentials: v.custom<Credentials>((value) => typeof value === "object" && value !== null),
  sent: v.number(),
  acknowledged: v.number(),
  heard: v.custom<Milliseconds>((value) => typeof value === "number"),
  is_full: v.optional(v.boolean(), false),
});

/** Data attached to a stream's socket, which survives hibernation. */
type StreamAttachment = Readonly<v.InferOutput<typeof keptSchema>>;

/** The position of a stream's client, and when it was last heard from. */
type Progress = Pick<StreamAttachment, "sent" | "heard" | "is_full">;

/** The methods of a hibernating WebSocket that are used here. */
export interface HeldSocket {
  readonly readyState: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  serializeAttachment(attachment: unknown): void;
  deserializeAttachment(): unknown;
}

/** The sockets of an object, which it keeps through hibernation. */
export interface HeldSockets {
  acceptWebSocket(socket: HeldSocket, tags?: string[]): void;
  getWebSockets(tag?: string): HeldSocket[];
  /** When the platform last answered a ping on the socket without waking the object. */
  getWebSocketAutoResponseTimestamp(socket: HeldSocket): Date | null;
}

/** Returns when something was last heard on a socket, including pings. `heard` is when its last frame came. */
export const lastHeard = (sockets: HeldSockets, socket: HeldSocket, heard: Milliseconds): Milliseconds =>
  milliseconds(Math.max(heard, sockets.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0));

export interface StreamSocket extends HeldSocket {
  /** Sends a frame. `upTo` is the id of its last event, if it has events. */
  send(text: string, upTo?: number): void;
  /**
   * Adds the socket to its relay's group of streams. Its client hasn't acknowledged the events from `oldest` to
   * `newest`. Undefined for sockets that this object holds itself.
   */
  join?(unacknowledged: { readonly oldest: number; readonly newest: number }): void;
}

export interface EventSource {
  readonly log: Pick<EventLog, "after" | "newest">;
  acknowledge(queue: Queue, upTo: number): void;
}

/** The number and total length of the events that were sent but not acknowledged. */
interface Ahead {
  readonly sizes: { readonly id: number; readonly characters: number }[];
  characters: number;
}

/** The WebSocket that delivers a queue's events to its client. */
export class Stream {
  /** Events up to this id have been sent, or aren't for this queue. */
  #sent: number;
  #heard: Milliseconds;
  #isFull: boolean;
  /** Unacknowledged events, or null if they have to be looked up in the log. */
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

  /** Reads a stream's data from its socket. Returns null if the data doesn't have this program's format. */
  static keptBy(socket: StreamSocket): StreamAttachment | null {
    const kept = v.safeParse(keptSchema, socket.deserializeAttachment());
    return kept.success ? kept.output : null;
  }

  /** Saves the stream's data with its socket. */
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

  get sent(): number {
    return this.#sent;
  }

  /** True if a relay now serves the stream as part of the group, so that this object is no longer needed. */
  get hasJoined(): boolean {
    return this.#hasJoined;
  }

  /** When the client last sent anything other than a ping. */
  get heard(): Milliseconds {
    return this.#heard;
  }

  /** True if events wait until the client acknowledges earlier ones. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** True if there are newer events that haven't been considered for this queue yet. */
  get isBehind(): boolean {
    return this.sent < this.queues.log.newest;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  deliver(): void {
    this.#isFull = !this.#sendAll();
    if (!this.#isFull && this.isOpen) this.#join();
  }

  /** Sends as many of the unsent events as there is room for. Returns true if that was all of them. */
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
      // After a restart, the log's newest event is the newest stored one, which can be older than those sent before.
      this.#sent = areAll ? Math.max(this.#sent, queues.log.newest) : (last?.id ?? this.#sent);
    }
    return true;
  }

  /** Handles a client's frame. Returns false if the frame is invalid. */
  receive(frame: unknown, now: Milliseconds): boolean {
    this.#frames ??= new ClientFrames();
    const number = this.#frames.read(frame, now);
    return number !== undefined && this.acknowledge(eventOf(this.queue, number), now);
  }

  /** Records that the client has received all events up to `upTo`. Returns false if that event hasn't been sent yet. */
  acknowledge(upTo: number, now: Milliseconds): boolean {
    if (upTo > this.sent) return false;
    this.#heard = now;
    this.queues.acknowledge(this.queue, upTo);
    remove(this.#unacknowledged(), upTo);
    this.deliver();
    return true;
  }

  /** Closes the socket, after a last frame if there is one. */
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
      add(ahead, id, eventBytes(delivery, numberInQueue(queue, id), queue).length);
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
