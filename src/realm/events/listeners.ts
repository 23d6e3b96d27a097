import type { ApiError } from "../../protocol/errors.ts";
import type { UserId } from "../../protocol/ids.ts";
import type { Credentials } from "../../rpc/credentials.ts";
import { loginEndedBody, queueEndedBody } from "../../rpc/poll-answer.ts";
import { BY_RELAY, STREAM_HEADER } from "../../rpc/realm-call.ts";
import { eachAlone } from "../../util/each-alone.ts";
import type { LoggedEvent } from "./event-log.ts";
import type { LongPolls, PollRequest } from "./long-polls.ts";
import { PollPace } from "./poll-pace.ts";
import type { Queue, Queues } from "./queues.ts";
import type { Relays } from "./relays/relays.ts";
import type { Streams } from "./streams.ts";

/** The clients that wait for events of their queues, by poll or stream. Per queue, only the latest client waits. */
export class Listeners {
  /** Queues whose streams send events in the next turn of the event loop. */
  readonly #streaming = new Set<number>();
  /** Queues whose polls are answered in the next turn, or after a pause. */
  readonly #polling = new Set<number>();
  readonly #pace = new PollPace();

  constructor(
    private readonly queues: Queues,
    private readonly polls: LongPolls,
    private readonly streams: Streams,
    private readonly relays: Relays,
    /** Returns why credentials that were once valid are now refused, or undefined if they are still valid. */
    private readonly refusalOf: (credentials: Credentials) => ApiError | undefined,
  ) {
    relays.onOpen = (queue) => this.#displace(queue);
    queues.onEnd = (queue) => {
      const body = queueEndedBody(queue.id, queue.client.name);
      this.polls.refuse(queue, body);
      this.streams.refuse(queue, body);
    };
  }

  /** Answers a poll; see `LongPolls`. */
  poll(queue: Queue, request: PollRequest): Promise<Response> {
    this.#displace(queue);
    return this.polls.poll(queue, request);
  }

  /** Answers a poll without a WebSocket, or returns null; see `LongPolls`. */
  wait(queue: Queue, request: PollRequest): Promise<string | null> {
    this.#displace(queue);
    return this.polls.wait(queue, request);
  }

  /** Milliseconds that a poll arriving now would wait in memory. */
  get heldMs(): number {
    return this.polls.heldMs;
  }

  /**
   * Returns a WebSocket that delivers the queue's events; see `Streams`. If a relay should hold the connection, returns
   * the route to the relay instead. A Worker that sends no continent doesn't support relays, so it always gets the
   * WebSocket.
   */
  stream(queue: Queue, credentials: Credentials, continent: string | undefined): Response {
    if (continent !== undefined && this.relays.areNeeded) {
      const directions = this.relays.admit(queue, credentials, continent);
      return Response.json(directions, { headers: { [STREAM_HEADER]: BY_RELAY } });
    }
    this.#displace(queue);
    const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
    this.streams.open(server, queue, credentials);
    return new Response(null, { status: 101, webSocket: client, headers: { [STREAM_HEADER]: "1" } });
  }

  /**
   * Delivers events to their recipients. The earliest time is the next turn of the event loop, because the change
   * itself must be acknowledged first.
   */
  wake(events: readonly LoggedEvent[]): void {
    this.polls.eventCame();
    const [streaming, polling] = [this.#streaming.size, this.#polling.size];
    const mayBeRelayed = this.relays.count > 0;
    if (mayBeRelayed && this.relays.add(events)) setTimeout(() => this.relays.send(), 0);
    for (const { audience } of events) {
      for (const { to } of audience) {
        for (const queue of this.queues.numbersIn(to)) {
          if (mayBeRelayed && this.relays.reaches(queue)) continue;
          if (this.streams.has(queue)) this.#streaming.add(queue);
          else if (this.polls.mayWait(queue)) this.#polling.add(queue);
        }
      }
    }
    if (streaming === 0 && this.#streaming.size > 0) setTimeout(() => this.#send(), 0);
    if (polling === 0 && this.#polling.size > 0) setTimeout(() => this.#answer(), this.#pace.pause());
  }

  /** Answers the client waiting for the queue's events, because another one takes its place. */
  #displace(queue: Queue): void {
    this.polls.displace(queue);
    this.streams.displace(queue);
  }

  /** Number of waiting clients. Sockets may already be closed, because they aren't checked. */
  get open(): { readonly polls: number; readonly streams: number } {
    return { polls: this.polls.size, streams: this.streams.size };
  }

  isWaiting(queue: Queue): boolean {
    return this.streams.has(queue.number) || this.streams.isAwaiting || this.polls.isWaiting(queue);
  }

  /** Closes the streams of silent clients. */
  check(): void {
    this.streams.check();
    this.relays.check();
  }

  /**
   * Closes the streams and answers the polls whose login is no longer valid, for one account or, if none is given, for
   * all.
   */
  checkLogins(user?: UserId): void {
    eachAlone([...(user === undefined ? this.queues.all() : this.queues.ofUser(user))], (queue) => {
      this.streams.checkLogin(queue);
      const credentials = this.polls.credentialsOf(queue);
      const refusal = credentials && this.refusalOf(credentials);
      if (!refusal) return;
      // Like a stream, the poll still delivers earlier events.
      this.polls.deliver(queue);
      this.polls.refuse(queue, loginEndedBody(refusal));
    });
  }

  #send(): void {
    eachAlone(this.#take(this.#streaming), (queue) => this.#deliver(queue));
  }

  #answer(): void {
    this.#pace.answered(this.#polling.size);
    eachAlone(this.#take(this.#polling), (queue) => this.#deliver(queue));
  }

  /** Since the event occurred, a client may have switched between polls and a stream. */
  #deliver(queue: Queue): void {
    if (this.streams.has(queue.number)) this.streams.deliver(queue);
    else this.polls.deliver(queue);
  }

  #take(woken: Set<number>): Queue[] {
    const queues = [...woken].map((number) => this.queues.byNumber(number)).filter((queue) => queue !== undefined);
    woken.clear();
    return queues;
  }
}
