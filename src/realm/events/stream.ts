import * as v from "valibot";
import { limits } from "../../protocol/limit-table.ts";
import type { StreamCode } from "../../protocol/stream-codes.ts";
import type { Credentials } from "../../rpc/credentials.ts";
import type { Milliseconds } from "../../util/time.ts";
import { ANSWER, bodyOf, firstEvents } from "./event-batch.ts";
import { eventBytes } from "./event-log.ts";
import { eventOf, numberIn, type Queue, type Queues } from "./queues.ts";

/** What a client sends: which events it has received. */
const frameSchema = v.strictObject({ last_event_id: v.pipe(v.number(), v.safeInteger()) });
const FRAMES_MS = 10_000;

/** What a stream's socket keeps while the object is out of memory. */
interface Kept {
  readonly queue: number;
  readonly credentials: Credentials;
  readonly sent: number;
  readonly acknowledged: number;
  readonly heard: Milliseconds;
}

/** How far a stream's client is, and when it was heard of. */
interface Progress {
  /** Events up to this id have been sent, or are not for this queue. */
  sent: number;
  /** When the client last sent something other than a ping. */
  heard: Milliseconds;
}

/** The events that a client was sent and has not acknowledged, and their length together. */
interface Ahead {
  readonly sizes: { readonly id: number; readonly characters: number }[];
  characters: number;
}

/** The WebSocket that brings a queue's events to its client. */
export class Stream {
  readonly #progress: Progress;
  /** The events that the client has not acknowledged yet; null where they are to be looked up in the log. */
  #ahead: Ahead | null = null;
  /** How many frames the client has sent since a time. */
  #frames = { since: 0, count: 0 };

  constructor(
    readonly socket: WebSocket,
    readonly queue: Queue,
    readonly credentials: Credentials,
    private readonly queues: Queues,
    progress: Progress,
  ) {
    this.#progress = { ...progress };
  }

  /** What a socket has kept of its stream; null where it was another program. */
  static keptBy(socket: WebSocket): Kept | null {
    const kept = socket.deserializeAttachment() as Partial<Kept> | null;
    return kept !== null && typeof kept.queue === "number" && kept.credentials ? (kept as Kept) : null;
  }

  keep(): void {
    const { queue, credentials } = this;
    const kept: Kept = { queue: queue.number, credentials, acknowledged: queue.acknowledged, ...this.#progress };
    this.socket.serializeAttachment(kept);
  }

  get heard(): Milliseconds {
    return this.#progress.heard;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Sends the events that there are and that the client has room for. */
  deliver(): void {
    const { queue, queues } = this;
    for (let areAll = false; !areAll && this.isOpen; ) {
      const ahead = this.#unacknowledged();
      const room = { events: ANSWER.events - ahead.sizes.length, characters: ANSWER.characters - ahead.characters };
      if (room.events <= 0) return;
      const deliveries = queues.log.after(Math.max(this.#progress.sent, queue.passed), queue.number);
      const found = firstEvents(queue, deliveries, room, ahead.sizes.length === 0 ? 1 : 0);
      const last = found.events.at(-1);
      if (last !== undefined) this.socket.send(bodyOf(queue, found.events));
      else if (!found.areAll) return;
      for (const { id, bytes } of found.events) add(ahead, id, bytes.length);
      areAll = found.areAll;
      this.#progress.sent = areAll ? queues.log.newest : (last?.id ?? this.#progress.sent);
    }
  }

  /** Takes a frame of the client. False where the client may not send it. */
  receive(frame: unknown, now: Milliseconds): boolean {
    if (typeof frame !== "string" || frame.length > limits.stream.frame_characters || this.#isFlooded(now))
      return false;
    const number = acknowledgedIn(frame);
    if (number === undefined) return false;
    const upTo = eventOf(this.queue, number);
    if (upTo > this.#progress.sent) return false;
    this.#progress.heard = now;
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
    if (now - this.#frames.since > FRAMES_MS) this.#frames = { since: now, count: 0 };
    this.#frames.count += 1;
    return this.#frames.count > limits.stream.frames;
  }

  #unacknowledged(): Ahead {
    if (this.#ahead !== null) return this.#ahead;
    const { queue, queues } = this;
    const ahead: Ahead = { sizes: [], characters: 0 };
    for (const delivery of queues.log.after(queue.acknowledged, queue.number)) {
      const { id } = delivery.event;
      if (id > this.#progress.sent) break;
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
