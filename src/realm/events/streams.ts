import { StreamCode } from "../../protocol/stream-codes.ts";
import type { Credentials } from "../../rpc/credentials.ts";
import { type Clock, machineClock } from "../../util/clock.ts";
import { Deadlines } from "../../util/deadlines.ts";
import { eachAlone } from "../../util/each-alone.ts";
import { before, type Milliseconds, milliseconds } from "../../util/time.ts";
import { ANSWER, type Room } from "./event-batch.ts";
import type { Queue, Queues } from "./queues.ts";
import { type EventSource, Stream, type StreamSocket } from "./stream.ts";

/** Tag of the sockets of streams; those of waiting polls have the number of their queue there. */
const TAG = "stream";
/** The longest silence of a client, which pings every 30 seconds. */
export const PING_TIMEOUT_MS = 120_000;
/** The delay after which a stream's position is written down with the socket, for when the object is out of memory. */
export const KEEP_MS = milliseconds(1000);
/** The time that events wait for a client that has been sent as many as it may and acknowledges none of them. */
const FULL_MS = milliseconds(30_000);

/** The holder of the sockets, which outlive the object's memory. */
interface Sockets {
  acceptWebSocket(socket: StreamSocket, tags: string[]): void;
  getWebSockets(tag: string): StreamSocket[];
  /** When a ping of it was last answered without the object. */
  getWebSocketAutoResponseTimestamp(socket: StreamSocket): Date | null;
}

/** A stream that is no longer sent what others are, and the newest event that it was sent. */
export interface LeftStream {
  readonly socket: StreamSocket;
  readonly credentials: Credentials;
  readonly sent: number;
}

/** The streams at relays that are sent what others are. There are too many for an object of each. */
export interface JoinedStreams {
  readonly size: number;
  has(queue: number): boolean;
  /** The numbers of their queues. */
  numbers(): Iterable<number>;
  credentialsOf(queue: number): Credentials | undefined;
  /** Has the stream of a queue get frames of its own again, if it is one of these. */
  leave(queue: Queue): LeftStream | undefined;
}

const NONE_JOINED: JoinedStreams = {
  size: 0,
  has: () => false,
  numbers: () => [],
  credentialsOf: () => undefined,
  leave: () => undefined,
};

interface Parts {
  readonly sockets: Sockets;
  readonly queues: EventSource & Pick<Queues, "byNumber" | "streamed" | "endStreamsBut">;
  readonly isLoggedIn: (credentials: Credentials) => boolean;
  /** The organization's. */
  readonly clock: Clock;
  readonly machine?: Clock;
  readonly deadlines?: Pick<Deadlines, "after">;
  /** The room that a stream has ahead of its client. */
  readonly room?: Room;
  /** Whether relays may hold streams of which nothing is known here yet. */
  readonly isAwaiting?: boolean;
}

/**
 * The streams (GET /events/stream): WebSockets that bring the events of queues as they happen. They hibernate with the
 * object: what is here is made again from the attachments of the sockets and the event log.
 */
export class Streams {
  /** The open streams but those that have joined others, by the number of their queue. */
  #open = new Map<number, Stream>();
  /** The others, each of which comes back for whatever concerns it alone. */
  joined = NONE_JOINED;
  #bySocket = new WeakMap<StreamSocket, Stream>();
  /** The streams of which something is to be written down with their sockets. */
  #changed = new Set<Stream>();
  /** The streams whose events wait for room. */
  #full = new Set<Stream>();
  #isAwaiting: boolean;
  readonly #parts: Required<Omit<Parts, "isAwaiting">>;

  constructor({
    machine = machineClock,
    deadlines = new Deadlines(machine),
    room = ANSWER,
    isAwaiting = false,
    ...parts
  }: Parts) {
    this.#parts = { ...parts, machine, deadlines, room };
    this.#isAwaiting = isAwaiting;
    for (const socket of parts.sockets.getWebSockets(TAG)) this.resume(socket);
    if (!isAwaiting) this.settle();
  }

  /** Called when all streams are known that have outlived the object's memory: the others have ended. */
  settle(): void {
    this.#isAwaiting = false;
    this.#parts.queues.endStreamsBut(this.#numbers(), this.#now);
  }

  /** Whether there may be streams that are not known yet. */
  get isAwaiting(): boolean {
    return this.#isAwaiting;
  }

  get #now(): Milliseconds {
    return this.#parts.clock.milliseconds();
  }

  get #machineNow(): Milliseconds {
    return this.#parts.machine.milliseconds();
  }

  /** The number of streams that are open. */
  get size(): number {
    return this.#open.size + this.joined.size;
  }

  has(queue: number): boolean {
    return this.#open.has(queue) || this.joined.has(queue);
  }

  /** Brings the queue's events from the acknowledged one on over a socket. */
  open(socket: StreamSocket, queue: Queue, credentials: Credentials): void {
    this.#parts.sockets.acceptWebSocket(socket, [TAG]);
    this.begin(socket, queue, credentials);
  }

  /** Brings the queue's events over a socket that is held already, here or by a relay. */
  begin(socket: StreamSocket, queue: Queue, credentials: Credentials): void {
    const { queues, room } = this.#parts;
    const progress = { sent: queue.acknowledged, heard: this.#machineNow, is_full: false };
    const stream = new Stream(socket, queue, credentials, queues, room, progress);
    stream.keep();
    queues.streamed(queue, true, this.#now);
    this.#add(stream);
    this.#deliver(stream);
  }

  /** Sends a queue's new events, where a stream of it is open. */
  deliver(queue: Queue): void {
    const stream = this.#of(queue);
    if (stream !== undefined) this.#deliver(stream);
  }

  /** Has a queue's stream be one by itself, for what is to be said of its socket. */
  leave(queue: Queue): void {
    this.#of(queue);
  }

  /** Takes a frame of a client. */
  receive(socket: StreamSocket, frame: unknown): void {
    const stream = this.#openOn(socket);
    if (stream === undefined) closeUnserved(socket);
    else if (stream.receive(frame, this.#machineNow)) this.#note(stream);
    else this.#end(stream, StreamCode.ended, "This was not expected.");
  }

  /** Takes note that the client of a relay has the events up to one. */
  acknowledged(socket: StreamSocket, upTo: number): void {
    const stream = this.#openOn(socket);
    if (stream?.acknowledge(upTo, this.#machineNow)) this.#note(stream);
  }

  /** Takes note that a socket has closed, of whose client nothing was heard for a while before. */
  closed(socket: StreamSocket, silence: Milliseconds = milliseconds(0)): void {
    const stream = this.#openOn(socket);
    if (stream !== undefined) this.#forget(stream, before(this.#now, silence));
  }

  /** Forgets the stream of a socket, whose queue does not learn of it. Whether it was served. */
  drop(socket: StreamSocket): boolean {
    const stream = this.#openOn(socket);
    if (stream === undefined) return false;
    this.#open.delete(stream.queue.number);
    this.#changed.delete(stream);
    return true;
  }

  /** Closes the stream of a queue for another listener that takes over. */
  displace(queue: Queue): void {
    const stream = this.#of(queue);
    if (stream !== undefined) this.#end(stream, StreamCode.displaced, "Another connection has taken over.");
  }

  /** Closes the stream of a queue that has ended, after a frame that says so. */
  refuse(queue: Queue, body: string): void {
    const stream = this.#of(queue);
    this.#open.delete(queue.number);
    stream?.close(StreamCode.ended, "The queue has ended.", body);
  }

  /** Closes the stream of a queue if its login does not hold any more. */
  checkLogin(queue: Queue): void {
    if (!this.#isLoggedIn(queue.number)) this.#logOut(queue);
  }

  /**
   * Closes the streams that nothing was heard of for long, or whose login has ended with time. The others are sent what they
   * lack: nothing, unless the object left memory between an event and its delivery.
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

  /** Goes on with a stream by what its socket has kept. */
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

  /** The stream on a socket; undefined where it was closed here already. */
  #openOn(socket: StreamSocket): Stream | undefined {
    const stream = this.#bySocket.get(socket);
    return stream && this.#isServed(stream) ? stream : undefined;
  }

  /** The stream of a queue, which leaves the others if it has joined them. */
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

  /** The numbers of the queues that have a stream. */
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
    // Events up to now are still delivered, also where their turn has not come yet.
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
    const pinged = this.#parts.sockets.getWebSocketAutoResponseTimestamp(stream.socket)?.getTime() ?? 0;
    return milliseconds(Math.max(stream.heard, pinged));
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

  /** From now on, the queue lives for its lifespan. */
  #forget(stream: Stream, seenAt: Milliseconds): void {
    this.#open.delete(stream.queue.number);
    this.#changed.delete(stream);
    this.#parts.queues.streamed(stream.queue, false, seenAt);
  }

  /** Takes note that events were sent or acknowledged. */
  #note(stream: Stream): void {
    if (stream.hasJoined) {
      this.#open.delete(stream.queue.number);
      this.#changed.delete(stream);
      return;
    }
    if (stream.isFull && !this.#full.has(stream)) {
      // At once: an object that begins anew has to know whom to await, for nothing else would wake this stream.
      stream.keep();
      this.#awaitRoom(stream);
    }
    // Together and a little later: what is not written down when the object leaves memory at once is sent again.
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

  /** Closes a stream that stays full: whatever is the cause, its client goes on over another one from what it knows. */
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

/** Whether a relay looks after the silence of the client. */
const isRelayed = ({ socket }: Stream): boolean => socket.join !== undefined;

/** Closes a socket that is open and of which nothing is known: its client comes again, instead of hearing nothing. */
function closeUnserved(socket: StreamSocket): void {
  if (socket.readyState === WebSocket.OPEN) socket.close(StreamCode.silent, "Nothing is known of this connection.");
}
