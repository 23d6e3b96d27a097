import type { Config } from "../../config/config.ts";
import { jsonResponse } from "../../protocol/text-response.ts";
import type { Credentials } from "../../rpc/credentials.ts";
import { eventsBody, HEARTBEAT_ID, heartbeatBody, pollStatus, WAIT_MS } from "../../rpc/poll-answer.ts";
import { type Clock, machineClock } from "../../util/clock.ts";
import { Deadlines } from "../../util/deadlines.ts";
import type { Random } from "../../util/random.ts";
import { after, type Milliseconds, milliseconds } from "../../util/time.ts";
import { ANSWER, bodyOf, firstEvents } from "./event-batch.ts";
import type { EventCounter } from "./event-counter.ts";
import { numberInQueue, type Queue, type Queues } from "./queues.ts";

/** A poll's request, without the acknowledged events. */
export interface PollRequest {
  readonly dont_block: boolean;
  /** Null for spectators without an account. */
  readonly credentials: Credentials | null;
}

/** Data attached to a waiting poll's socket, which survives hibernation. */
type Attachment = Pick<PollRequest, "credentials">;

interface Held {
  readonly credentials: Credentials | null;
  readonly answer: (body: string | null) => void;
}

/**
 * Polls (GET /events) that wait for an event. While events are frequent, a poll waits as a promise in memory.
 * Otherwise, it waits on a hibernating WebSocket to the Worker, so that the object can be evicted.
 */
export class LongPolls {
  /** Polls waiting in memory, by queue number. */
  #inMemory = new Map<number, Held>();
  /** By queue number, the last WebSocket that a poll of the queue has waited on. It may be closed. */
  #onSockets = new Map<number, WebSocket>();
  #deadlines = new Deadlines(machineClock);
  #lastEventAt = milliseconds(0);

  constructor(
    private readonly state: DurableObjectState,
    private readonly queues: Queues,
    private readonly counter: EventCounter,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly config: Pick<Config, "holdMs" | "heartbeatMs">,
  ) {
    // Hibernating WebSockets survive the object's eviction.
    for (const socket of state.getWebSockets()) {
      const number = Number(state.getTags(socket)[0]);
      if (Number.isInteger(number)) this.#onSockets.set(number, socket);
    }
  }

  /** Answers a poll: at once with events, later with events or a heartbeat, or with a WebSocket to wait on. */
  async poll(queue: Queue, request: PollRequest): Promise<Response> {
    const { wait, hold } = this.#times();
    const body = await this.#waitHere(queue, request, { wait, hold });
    if (body !== null) return jsonResponse(body, pollStatus(body));
    // An event may have come just as the wait ended.
    if (this.queues.hasPending(queue)) return jsonResponse(this.#pendingBody(queue));
    return this.#waitOnSocket(queue, request, milliseconds(wait - hold));
  }

  /**
   * Like `poll`, but for callers that can't receive a WebSocket. Returns null if the poll would have to wait on one.
   */
  wait(queue: Queue, request: PollRequest): Promise<string | null> {
    return this.#waitHere(queue, request, this.#times());
  }

  /** Milliseconds that a poll arriving now would wait in memory. */
  get heldMs(): number {
    return Math.max(0, this.#lastEventAt + this.config.holdMs - this.clock.milliseconds());
  }

  /** Returns the total time a poll waits, and the part of it spent in memory. */
  #times(): { readonly wait: Milliseconds; readonly hold: Milliseconds } {
    // ±10 %, so that clients that polled at the same time don't all poll again at the same time.
    const share = 0.9 + ((this.random.bytes(1)[0] ?? 0) / 255) * 0.2;
    const wait = milliseconds(Math.round(this.config.heartbeatMs * share));
    return { wait, hold: milliseconds(Math.min(wait, this.heldMs)) };
  }

  /** Waits in memory. Returns the poll's answer, or null if its time in memory has run out. */
  async #waitHere(
    queue: Queue,
    { dont_block, credentials }: PollRequest,
    { wait, hold }: { readonly wait: Milliseconds; readonly hold: Milliseconds },
  ): Promise<string | null> {
    const now = this.clock.milliseconds();
    this.queues.seen(queue, now);
    if (this.queues.hasPending(queue) || dont_block) return this.#pendingBody(queue);
    this.queues.seen(queue, after(now, wait));
    if (hold === 0) return null;
    const body = await this.#waitInMemory(queue, hold, credentials);
    if (body !== null) return body;
    // A heartbeat has a higher id than the pending event, and would acknowledge that event unseen.
    if (this.queues.hasPending(queue)) return this.#pendingBody(queue);
    return hold < wait ? null : heartbeatBody(queue.id, numberInQueue(queue, this.counter.next()));
  }

  /** Call it on each event. Polls that arrive soon after an event wait in memory. */
  eventCame(): void {
    this.#lastEventAt = this.clock.milliseconds();
  }

  /** True if a poll may be waiting on the queue. If it waits on a WebSocket, that may already be closed. */
  mayWait(queue: number): boolean {
    return this.#inMemory.has(queue) || this.#onSockets.has(queue);
  }

  /** Number of waiting polls, including those on sockets that may already be closed. */
  get size(): number {
    return this.#inMemory.size + this.#onSockets.size;
  }

  isWaiting(queue: Queue): boolean {
    return this.#inMemory.has(queue.number) || this.#onSockets.get(queue.number)?.readyState === WebSocket.OPEN;
  }

  credentialsOf(queue: Queue): Credentials | null {
    const held = this.#inMemory.get(queue.number);
    if (held !== undefined) return held.credentials;
    const kept = this.#onSockets.get(queue.number)?.deserializeAttachment() as Attachment | null | undefined;
    return kept?.credentials ?? null;
  }

  /** Answers the poll that waits on the queue, if there is one and events are pending. */
  deliver(queue: Queue): void {
    if (this.queues.hasPending(queue)) this.#answer(queue, () => this.#pendingBody(queue));
  }

  /** Answers the poll waiting on the queue, if any, without events, because another poll takes its place. */
  displace(queue: Queue): void {
    this.#answer(queue, () => eventsBody(queue.id, ""));
  }

  /** Rejects the poll that waits on the queue, if any. */
  refuse(queue: Queue, body: string): void {
    this.#answer(queue, () => body);
  }

  #pendingBody(queue: Queue): string {
    return bodyOf(queue, firstEvents(queue, this.queues.pending(queue), ANSWER).events);
  }

  #answer(queue: Queue, body: () => string): void {
    const held = this.#inMemory.get(queue.number);
    if (held !== undefined) {
      this.#inMemory.delete(queue.number);
      held.answer(body());
    }
    const socket = this.#onSockets.get(queue.number);
    if (socket === undefined) return;
    this.#onSockets.delete(queue.number);
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(body());
    socket.close(1000);
  }

  /** Resolves with the answer's body, or with null on timeout. */
  #waitInMemory(queue: Queue, ms: Milliseconds, credentials: Credentials | null): Promise<string | null> {
    return new Promise((resolve) => {
      const answer = (body: string | null) => {
        cancel();
        resolve(body);
      };
      const cancel = this.#deadlines.after(ms, () => {
        if (this.#inMemory.get(queue.number)?.answer === answer) this.#inMemory.delete(queue.number);
        resolve(null);
      });
      this.#inMemory.set(queue.number, { answer, credentials });
    });
  }

  /** There must be no await between the check for pending events and this call. Otherwise, an event could be missed. */
  #waitOnSocket(queue: Queue, { credentials }: PollRequest, wait: Milliseconds): Response {
    const heartbeat = numberInQueue(queue, this.counter.next());
    const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
    this.state.acceptWebSocket(server, [String(queue.number)]);
    server.serializeAttachment({ credentials } satisfies Attachment);
    this.#onSockets.set(queue.number, server);
    return new Response(null, {
      status: 101,
      webSocket: client,
      headers: { [HEARTBEAT_ID]: String(heartbeat), [WAIT_MS]: String(Math.round(wait)) },
    });
  }
}
