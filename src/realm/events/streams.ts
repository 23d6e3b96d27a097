import { StreamCode } from "../../protocol/stream-codes.ts";
import type { Credentials } from "../../rpc/credentials.ts";
import { type Clock, machineClock } from "../../util/clock.ts";
import { Deadlines } from "../../util/deadlines.ts";
import { eachAlone } from "../../util/each-alone.ts";
import { before, type Milliseconds, milliseconds } from "../../util/time.ts";
import { ANSWER, type Room } from "./event-batch.ts";
import type { Queue, Queues } from "./queues.ts";
import { type EventSource, type HeldSockets, lastHeard, Stream, type StreamSocket } from "./stream.ts";

/** Tag of stream sockets. Sockets of waiting polls are tagged with their queue's number instead. */
const TAG = "stream";
/** Maximum silence of a client, which pings every 30 seconds. */
export const PING_TIMEOUT_MS = 120_000;
/** Delay before a stream's position is saved with its socket, in case the object is evicted. */
export const KEEP_MS = milliseconds(1000);
/** Maximum time that events wait for room while the client acknowledges nothing. */
const FULL_MS = milliseconds(30_000);

/** A stream that left the group, and the id of the newest event sent to it. */
export interface LeftStream {
  readonly socket: StreamSocket;
  readonly credentials: Credentials;
  readonly sent: number;
}

/** Grouped streams at relays, which all get the same events. There can be too many to keep an object for each. */
export interface JoinedStreams {
  readonly size: number;
  has(queue: number): boolean;
  numbers(): Iterable<number>;
  credentialsOf(queue: number): Credentials | undefined;
  /** Takes a queue's stream out of the group, if it is grouped, so that it gets its own frames again. */
  leave(queue: Queue): LeftStream | undefined;
}

const NONE_JOINED: JoinedStreams = {
  size: 0,
  has: () => false,
  numbers: () => [],
  credentialsOf: () => undefined,
  leave: () => undefined,
};

interface StreamsParts {
  readonly sockets: HeldSockets;
  readonly queues: EventSource & Pick<Queues, "byNumber" | "streamed" | "endStreamsBut">;
  readonly isLoggedIn: (credentials: Credentials) => boolean;
  readonly clock: Clock;
  readonly machine?: Clock;
  readonly deadlines?: Pick<Deadlines, "after">;
  /** Limits of the events that a stream sends before its client must acknowledge some. */
  readonly room?: Room;
  /** True if relays may hold streams that they haven't reported to the realm yet. */
  readonly isAwaiting?: boolean;
}

/**
 * The streams (GET /events/stream): WebSockets that deliver queue events as they happen. They hibernate with the
 * object. All state here can be rebuilt from the sockets' attachments and the event log.
 */
export class Streams {
  #open = new Map<number, Stream>();
  /**
   * Grouped streams, which currently get the same events. A stream leaves the group (`leave`) when it must get its own
   * frames, or ends.
   */
  joined = NONE_JOINED;
  #bySocket = new WeakMap<StreamSocket, Stream>();
  /** Streams whose position must be saved with their sockets. */
  #changed = new Set<Stream>();
  /** Streams whose events wait for room. */
  #full = new Set<Stream>();
  #isAwaiting: boolean;
  readonly #parts: Required<Omit<StreamsParts, "isAwaiting">>;

  constructor({
    machine = machineClock,
    deadlines = new Deadlines(machine),
    room = ANSWER,
    isAwaiting = false,
    ...parts
  }: StreamsParts) {
    this.#parts = { ...parts, machine, deadlines, room };
    this.#isAwaiting = isAwaiting;
    for (const socket of parts.sockets.getWebSockets(TAG)) this.resume(socket);
    if (!isAwaiting) this.settle();
  }

  /** Call this once all streams that survived the eviction are known. All other streams then count as ended. */
  settle(): void {
    this.#isAwaiting = false;
    this.#parts.queues.endStreamsBut(this.#numbers(), this.#now);
  }

  /** True if relays may hold streams that aren't known yet. */
  get isAwaiting(): boolean {
    return this.#isAwaiting;
  }

  get #now(): Milliseconds {
    return this.#parts.clock.milliseconds();
  }

  get #machineNow(): Milliseconds {
    return this.#parts.machine.milliseconds();
  }

  get size(): number {
    return this.#open.size + this.joined.size;
  }

  has(queue: number): boolean {
    return this.#open.has(queue) || this.joined.has(queue);
  }

  /** Delivers the queue's events over a new socket, starting after the last acknowledged one. */
  open(socket: StreamSocket, queue: Queue, credentials: Credentials): void {
    this.#parts.sockets.acceptWebSocket(socket, [TAG]);
    this.begin(socket, queue, credentials);
  }

  /** Delivers the queue's events over a socket that was accepted already, here or by a relay. */
  begin(socket: StreamSocket, queue: Queue, credentials: Credentials): void {
    const { queues, room } = this.#parts;
    const progress = { sent: queue.acknowledged, heard: this.#machineNow, is_full: false };
    const stream = new Stream(socket, queue, credentials, queues, room, progress);
    stream.keep();
    queues.streamed(queue, true, this.#now);
    this.#add(stream);
    this.#deliver(stream);
  }

  deliver(queue: Queue): void {
    const stream = this.#of(queue);
    if (stream !== undefined) this.#deliver(stream);
  }

  /** Takes a queue's stream out of its group, so that the stream can be sent its own frames. */
  leave(queue: Queue): void {
    this.#of(queue);
  }

  receive(socket: StreamSocket, frame: unknown): void {
    const stream = this.#openOn(socket);
    if (stream === undefined) closeUnserved(socket);
    else if (stream.receive(frame, this.#machineNow)) this.#note(stream);
    else this.#end(stream, StreamCode.ended, "This was not expected.");
  }

  /** Records that a relay's client has received all events up to this one. */
  acknowledged(socket: StreamSocket, upTo: number): void {
    const stream = this.#openOn(socket);
    if (stream?.acknowledge(upTo, this.#machineNow)) this.#note(stream);
  }

  /** Handles a closed socket. `silence` is how long its client had been silent. */
  closed(socket: StreamSocket, silence: Milliseconds = milliseconds(0)): void {
    const stream = this.#openOn(socket);
    if (stream !== undefined) this.#forget(stream, before(this.#now, silence));
  }

  /** Removes a socket's stream without notifying its queue. Returns true if there was one. */
  drop(socket: StreamSocket): boolean {
    const stream = this.#openOn(socket);
    if (stream === undefined) return false;
    this.#open.delete(stream.queue.number);
    this.#changed.delete(stream);
    return true;
  }

  /** Closes a queue's stream because another listener takes over. */
  displace(queue: Queue): void {
    const stream = this.#of(queue);
    if (stream !== undefined) this.#end(stream, StreamCode.displaced, "Another connection has taken over.");
  }

  /** Closes the stream of an ended queue. The last frame reports that the queue has ended. */
  refuse(queue: Queue, body: string): void {
    const stream = this.#of(queue);
    this.#open.delete(queue.number);
    stream?.close(StreamCode.ended, "The queue has ended.", body);
  }

  checkLogin(queue: Queue): void {
    if (!this.#isLoggedIn(queue.number)) this.#logOut(queue);
  }

  /**
   * Closes streams that stopped pinging or whose login expired, and sends the others any events they missed (only if
   * the object was evicted between an event and its delivery).
   */
  check(): void {
    eachAlone(this.#numbers(), (number) => {
      const stream = this.#open.get(number);
      const silence = stream === undefined || isRelayed(stream) ? 0 : this.#machineNow - this.#heardOf(stream);
      if (stream !== undefined && silence > PING_TIMEOUT_MS) {
        stream.close(StreamCode.silent, "Nothing was heard for too long.");
        this.#forget(stream, before(this.#now, milliseconds(silence)));
        return;
      }
      if (!this.#isLoggedIn(number)) this.#logOut(stream?.queue ?? this.#parts.queues.byNumber(number));
      if (stream !== undefined && this.#isServed(stream) && stream.isBehind) this.#deliver(stream);
    });
  }

  resume(socket: StreamSocket): void {
    const { queues, room } = this.#parts;
    const kept = Stream.keptBy(socket);
    const queue = kept === null ? undefined : queues.byNumber(kept.queue);
    if (kept === null || queue === undefined || this.has(queue.number)) {
      closeUnserved(socket);
      return;
    }
    const stream = new Stream(socket, queue, kept.credentials, queues, room, kept);
    if (!stream.isOpen) return;
    queues.acknowledge(queue, kept.acknowledged);
    this.#add(stream);
    if (stream.isFull) this.#awaitRoom(stream);
  }

  /** Returns the stream of a socket, or undefined if it was already closed here. */
  #openOn(socket: StreamSocket): Stream | undefined {
    const stream = this.#bySocket.get(socket);
    return stream && this.#isServed(stream) ? stream : undefined;
  }

  /** Returns a queue's stream. If it is grouped, takes it out of the group. */
  #of(queue: Queue): Stream | undefined {
    const open = this.#open.get(queue.number);
    if (open !== undefined) return open;
    const left = this.joined.leave(queue);
    if (left === undefined) return undefined;
    const { queues, room } = this.#parts;
    const progress = { sent: left.sent, heard: this.#machineNow, is_full: false };
    const stream = new Stream(left.socket, queue, left.credentials, queues, room, progress);
    this.#add(stream);
    return stream;
  }

  /** Yields the numbers of the queues that have a stream. */
  *#numbers(): Iterable<number> {
    yield* [...this.#open.keys()];
    yield* this.joined.numbers();
  }

  #isLoggedIn(queue: number): boolean {
    const credentials = this.#open.get(queue)?.credentials ?? this.joined.credentialsOf(queue);
    return credentials === undefined || this.#parts.isLoggedIn(credentials);
  }

  #logOut(queue: Queue | undefined): void {
    const stream = queue && this.#of(queue);
    if (stream === undefined) return;
    // Earlier events are delivered first, even if their delivery is still scheduled.
    if (stream.isBehind) stream.deliver();
    this.#end(stream, StreamCode.loggedOut, "The login has ended.");
  }

  #isServed(stream: Stream): boolean {
    return this.#open.get(stream.queue.number) === stream;
  }

  #add(stream: Stream): void {
    this.#open.set(stream.queue.number, stream);
    this.#bySocket.set(stream.socket, stream);
  }

  #heardOf(stream: Stream): Milliseconds {
    return lastHeard(this.#parts.sockets, stream.socket, stream.heard);
  }

  #deliver(stream: Stream): void {
    if (stream.isOpen) {
      stream.deliver();
      this.#note(stream);
    } else this.#forget(stream, this.#now);
  }

  #end(stream: Stream, code: Parameters<Stream["close"]>[0], reason: string): void {
    stream.close(code, reason);
    this.#forget(stream, this.#now);
  }

  /** Removes a stream. Its queue then stays for its lifespan, counted from `seenAt`. */
  #forget(stream: Stream, seenAt: Milliseconds): void {
    this.#open.delete(stream.queue.number);
    this.#changed.delete(stream);
    this.#parts.queues.streamed(stream.queue, false, seenAt);
  }

  /** Saves what a stream has sent and what its client has acknowledged, in most cases a little later. */
  #note(stream: Stream): void {
    if (stream.hasJoined) {
      this.#open.delete(stream.queue.number);
      this.#changed.delete(stream);
      return;
    }
    if (stream.isFull && !this.#full.has(stream)) {
      // Saved at once, because after a restart, this is the only record that the stream waits for room. Nothing else
      // would resume it.
      stream.keep();
      this.#awaitRoom(stream);
    }
    // Saved a little later, for all streams together. If the object is evicted before that, the events are sent again.
    if (this.#changed.size === 0) this.#parts.deadlines.after(KEEP_MS, () => this.#keep());
    this.#changed.add(stream);
  }

  #keep(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    eachAlone(changed, (stream) => {
      if (stream.isOpen) stream.keep();
    });
  }

  /** Closes the stream if it stays without room. Its client then reconnects and resumes from its last event. */
  #awaitRoom(stream: Stream): void {
    const { acknowledged } = stream.queue;
    this.#full.add(stream);
    this.#parts.deadlines.after(FULL_MS, () => {
      this.#full.delete(stream);
      if (!this.#isServed(stream) || !stream.isFull) return;
      if (stream.queue.acknowledged > acknowledged) this.#awaitRoom(stream);
      else this.#end(stream, StreamCode.silent, "Nothing was acknowledged for too long.");
    });
  }
}

/** True if the relay detects silent clients. */
const isRelayed = ({ socket }: Stream): boolean => socket.join !== undefined;

/** Closes an open socket that belongs to no known stream. Its client then reconnects instead of waiting forever. */
export function closeUnserved(socket: StreamSocket): void {
  if (socket.readyState === WebSocket.OPEN) socket.close(StreamCode.silent, "Nothing is known of this connection.");
}
