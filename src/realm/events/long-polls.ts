import type { Config } from "../../config/config.ts";
import { limits } from "../../protocol/limit-table.ts";
import { jsonResponse } from "../../protocol/text-response.ts";
import { eventsBody, HEARTBEAT_ID, heartbeatBody, pollStatus, queueEndedBody, WAIT_MS } from "../../rpc/poll-answer.ts";
import { type Clock, machineClock } from "../../util/clock.ts";
import { Deadlines } from "../../util/deadlines.ts";
import type { Random } from "../../util/random.ts";
import { after, type Milliseconds, milliseconds } from "../../util/time.ts";
import type { EventCounter } from "./event-counter.ts";
import { eventBytes, type LoggedEvent } from "./event-log.ts";
import { numberIn, type Queue, type Queues } from "./queues.ts";

/** The most that one answer holds; the client gets further events with its next polls. */
const { events: most, event_characters } = limits.answer;

/**
 * The polls (GET /events) that wait for an event. While events are frequent, a poll waits as a promise in the object's
 * memory; later it waits on a hibernating WebSocket to the Worker, so that the object may leave memory meanwhile.
 */
export class LongPolls {
  /** How to answer the polls that wait in memory, by the number of their queue. */
  #inMemory = new Map<number, (body: string | null) => void>();
  /** The latest WebSocket that a poll of a queue has waited on, by the queue's number. It may be closed. */
  #onSockets = new Map<number, WebSocket>();
  #deadlines = new Deadlines(machineClock);
  #lastEventAt = milliseconds(0);
  /** The queues whose polls are to be answered in the next turn of the event loop. */
  #woken = new Set<number>();

  constructor(
    private readonly state: DurableObjectState,
    private readonly queues: Queues,
    private readonly counter: EventCounter,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly config: Pick<Config, "holdMs" | "heartbeatMs">,
  ) {
    queues.onEnd = (queue) => this.#answer(queue, queueEndedBody(queue.id, queue.client.name));
    // Hibernating WebSockets outlive the object's memory.
    for (const socket of state.getWebSockets()) this.#onSockets.set(Number(state.getTags(socket)[0]), socket);
  }

  /** Answers a poll with events, with a WebSocket to wait on, or, after a while, with a heartbeat. */
  async poll(queue: Queue, dontBlock: boolean): Promise<Response> {
    this.#answer(queue, eventsBody(queue.id, ""));
    const now = this.clock.milliseconds();
    this.queues.seen(queue, now);
    if (this.queues.hasPending(queue) || dontBlock) return jsonResponse(this.#pendingBody(queue));

    const { holdMs, heartbeatMs } = this.config;
    // 10 % more or less, so that clients that polled at the same moment do not all return at the same moment.
    const wait = milliseconds(Math.round(heartbeatMs * (0.9 + ((this.random.bytes(1)[0] ?? 0) / 255) * 0.2)));
    const hold = milliseconds(Math.min(wait, this.#lastEventAt + holdMs - now));
    this.queues.seen(queue, after(now, wait));
    if (hold > 0) {
      const body = await this.#waitInMemory(queue, hold);
      if (body !== null) return jsonResponse(body, pollStatus(body));
    }
    // An event may have come just as the wait ended: the heartbeat's higher id would acknowledge it unseen.
    if (this.queues.hasPending(queue)) return jsonResponse(this.#pendingBody(queue));
    const heartbeat = numberIn(queue, this.counter.next());
    if (hold >= wait) return jsonResponse(heartbeatBody(queue.id, heartbeat));
    return this.#waitOnSocket(queue, heartbeat, hold > 0 ? milliseconds(wait - hold) : wait);
  }

  /** Answers the polls that these events are for, in the next turn: the change itself is acknowledged first. */
  wake(events: readonly LoggedEvent[]): void {
    this.#lastEventAt = this.clock.milliseconds();
    const underWay = this.#woken.size > 0;
    for (const { audience } of events) {
      for (const { to } of audience) {
        for (const queue of to.queues)
          if (this.#inMemory.has(queue) || this.#onSockets.has(queue)) this.#woken.add(queue);
      }
    }
    if (!underWay && this.#woken.size > 0) setTimeout(() => this.#flush(), 0);
  }

  /** Whether a poll of the queue waits. */
  isWaiting(queue: Queue): boolean {
    return this.#inMemory.has(queue.number) || this.#onSockets.get(queue.number)?.readyState === WebSocket.OPEN;
  }

  #flush(): void {
    const woken = [...this.#woken];
    this.#woken.clear();
    for (const number of woken) {
      const queue = this.queues.byNumber(number);
      if (queue !== undefined && this.queues.hasPending(queue)) this.#answer(queue, () => this.#pendingBody(queue));
    }
  }

  #pendingBody(queue: Queue): string {
    const events: string[] = [];
    let size = 0;
    for (const delivery of this.queues.pending(queue)) {
      const bytes = eventBytes(delivery, numberIn(queue, delivery.event.id), queue);
      size += bytes.length;
      if (events.length > 0 && (events.length === most || size > event_characters)) break;
      events.push(bytes);
    }
    return eventsBody(queue.id, events.join(","));
  }

  /** Answers the poll that waits on the queue, if one does. */
  #answer(queue: Queue, body: string | (() => string)): void {
    const content = () => (typeof body === "string" ? body : body());
    const waiting = this.#inMemory.get(queue.number);
    if (waiting !== undefined) {
      this.#inMemory.delete(queue.number);
      waiting(content());
    }
    const socket = this.#onSockets.get(queue.number);
    if (socket === undefined) return;
    this.#onSockets.delete(queue.number);
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(content());
    socket.close(1000);
  }

  /** Resolves with the answer's body, or with null when the time is over. */
  #waitInMemory(queue: Queue, ms: Milliseconds): Promise<string | null> {
    return new Promise((resolve) => {
      const answer = (body: string | null) => {
        cancel();
        resolve(body);
      };
      const cancel = this.#deadlines.after(ms, () => {
        if (this.#inMemory.get(queue.number) === answer) this.#inMemory.delete(queue.number);
        resolve(null);
      });
      this.#inMemory.set(queue.number, answer);
    });
  }

  /** Must follow the check for pending events without an await, so that no event is missed in between. */
  #waitOnSocket(queue: Queue, heartbeat: number, wait: Milliseconds): Response {
    const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
    this.state.acceptWebSocket(server, [String(queue.number)]);
    this.#onSockets.set(queue.number, server);
    return new Response(null, {
      status: 101,
      webSocket: client,
      headers: { [HEARTBEAT_ID]: String(heartbeat), [WAIT_MS]: String(Math.round(wait)) },
    });
  }
}
