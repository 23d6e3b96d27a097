import { StreamCode } from "../../protocol/stream-codes.ts";
import type { Credentials } from "../../rpc/credentials.ts";
import { STREAM_HEADER } from "../../rpc/realm-call.ts";
import { type Clock, machineClock } from "../../util/clock.ts";
import { before, type Milliseconds, milliseconds } from "../../util/time.ts";
import type { Queue, Queues } from "./queues.ts";
import { Stream } from "./stream.ts";

/** Tag of the sockets of streams; those of waiting polls have the number of their queue there. */
const TAG = "stream";
/** How long a client may be silent, which pings every 30 seconds. */
const SILENT_MS = 120_000;
/** How long after something was sent it is written down with the socket, for when the object is out of memory. */
const KEEP_MS = 1000;

/**
 * The streams (GET /events/stream): WebSockets that bring the events of queues as they happen. They hibernate with the
 * object: what is here is made again from the attachments of the sockets and the event log.
 */
export class Streams {
  /** By the number of their queue. */
  #open = new Map<number, Stream>();
  #bySocket = new WeakMap<WebSocket, Stream>();
  /** The streams of which something is to be written down with their sockets. */
  #changed = new Set<Stream>();

  constructor(
    private readonly state: DurableObjectState,
    private readonly queues: Queues,
    private readonly clock: Clock,
    private readonly isLoggedIn: (credentials: Credentials) => boolean,
  ) {
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    for (const socket of state.getWebSockets(TAG)) this.#resume(socket);
    queues.endStreamsBut(this.#open.keys(), clock.milliseconds());
  }

  has(queue: number): boolean {
    return this.#open.has(queue);
  }

  /** Answers with a WebSocket that brings the queue's events from the acknowledged one on. */
  open(queue: Queue, credentials: Credentials): Response {
    const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
    this.state.acceptWebSocket(server, [TAG]);
    const progress = { sent: queue.acknowledged, heard: machineClock.milliseconds() };
    const stream = new Stream(server, queue, credentials, this.queues, progress);
    stream.keep();
    this.queues.streamed(queue, true, this.clock.milliseconds());
    this.#add(stream);
    this.#deliver(stream);
    return new Response(null, { status: 101, webSocket: client, headers: { [STREAM_HEADER]: "1" } });
  }

  /** Sends a queue's new events, where a stream of it is open. */
  deliver(queue: Queue): void {
    const stream = this.#open.get(queue.number);
    if (stream !== undefined) this.#deliver(stream);
  }

  /** Takes a frame of a client. */
  receive(socket: WebSocket, frame: unknown): void {
    const stream = this.#openOn(socket);
    if (stream === undefined) return;
    if (stream.receive(frame, machineClock.milliseconds())) this.#keepSoon(stream);
    else this.#end(stream, StreamCode.ended, "This was not expected.");
  }

  /** Takes note that a socket has closed. */
  closed(socket: WebSocket): void {
    const stream = this.#openOn(socket);
    if (stream !== undefined) this.#forget(stream, this.clock.milliseconds());
  }

  /** Closes the stream of a queue for another listener that takes over. */
  displace(queue: Queue): void {
    const stream = this.#open.get(queue.number);
    if (stream !== undefined) this.#end(stream, StreamCode.displaced, "Another connection has taken over.");
  }

  /** Closes the stream of a queue that has ended, after a frame that says so. */
  refuse(queue: Queue, body: string): void {
    const stream = this.#open.get(queue.number);
    this.#open.delete(queue.number);
    stream?.close(StreamCode.ended, "The queue has ended.", body);
  }

  /** Closes the stream of a queue if its login does not hold any more. */
  checkLogin(queue: Queue): void {
    const stream = this.#open.get(queue.number);
    if (stream !== undefined && !this.isLoggedIn(stream.credentials))
      this.#end(stream, StreamCode.loggedOut, "The login has ended.");
  }

  /** Closes the streams that nothing was heard of for long, or whose login has ended with time. */
  check(): void {
    for (const stream of [...this.#open.values()]) {
      const silence = machineClock.milliseconds() - this.#heardOf(stream);
      if (silence > SILENT_MS) {
        stream.close(StreamCode.silent, "Nothing was heard for too long.");
        this.#forget(stream, before(this.clock.milliseconds(), milliseconds(silence)));
      } else this.checkLogin(stream.queue);
    }
  }

  #resume(socket: WebSocket): void {
    const kept = Stream.keptBy(socket);
    const queue = kept === null ? undefined : this.queues.byNumber(kept.queue);
    if (kept === null || queue === undefined || this.#open.has(queue.number)) return;
    const stream = new Stream(socket, queue, kept.credentials, this.queues, kept);
    if (!stream.isOpen) return;
    this.queues.acknowledge(queue, kept.acknowledged);
    this.#add(stream);
  }

  /** The stream on a socket; undefined where it was closed here already. */
  #openOn(socket: WebSocket): Stream | undefined {
    const stream = this.#bySocket.get(socket);
    return stream && this.#open.get(stream.queue.number) === stream ? stream : undefined;
  }

  #add(stream: Stream): void {
    this.#open.set(stream.queue.number, stream);
    this.#bySocket.set(stream.socket, stream);
  }

  #heardOf(stream: Stream): Milliseconds {
    const pinged = this.state.getWebSocketAutoResponseTimestamp(stream.socket)?.getTime() ?? 0;
    return milliseconds(Math.max(stream.heard, pinged));
  }

  #deliver(stream: Stream): void {
    if (stream.isOpen) {
      stream.deliver();
      this.#keepSoon(stream);
    } else this.#forget(stream, this.clock.milliseconds());
  }

  #end(stream: Stream, code: Parameters<Stream["close"]>[0], reason: string): void {
    stream.close(code, reason);
    this.#forget(stream, this.clock.milliseconds());
  }

  /** From now on, the queue lives for its lifespan. */
  #forget(stream: Stream, seenAt: Milliseconds): void {
    this.#open.delete(stream.queue.number);
    this.#changed.delete(stream);
    this.queues.streamed(stream.queue, false, seenAt);
  }

  /** Together and a little later: what is not written down when the object leaves memory at once is sent again. */
  #keepSoon(stream: Stream): void {
    if (this.#changed.size === 0) setTimeout(() => this.#keep(), KEEP_MS);
    this.#changed.add(stream);
  }

  #keep(): void {
    for (const stream of this.#changed) if (stream.isOpen) stream.keep();
    this.#changed.clear();
  }
}
