import type { UserId } from "../../protocol/ids.ts";
import type { Credentials } from "../../rpc/credentials.ts";
import { queueEndedBody } from "../../rpc/poll-answer.ts";
import type { LoggedEvent } from "./event-log.ts";
import type { LongPolls } from "./long-polls.ts";
import type { Queue, Queues } from "./queues.ts";
import type { Streams } from "./streams.ts";

/** The clients that wait for events of their queues, each by a poll or by a stream: of a queue, only the latest does. */
export class Listeners {
  /** The queues whose clients are to get events in the next turn of the event loop. */
  #woken = new Set<number>();

  constructor(
    private readonly queues: Queues,
    private readonly polls: LongPolls,
    private readonly streams: Streams,
  ) {
    queues.onEnd = (queue) => {
      const body = queueEndedBody(queue.id, queue.client.name);
      this.polls.refuse(queue, body);
      this.streams.refuse(queue, body);
    };
  }

  /** Answers a poll; see `LongPolls`. */
  poll(queue: Queue, dontBlock: boolean): Promise<Response> {
    this.polls.displace(queue);
    this.streams.displace(queue);
    return this.polls.poll(queue, dontBlock);
  }

  /** Answers a poll without a WebSocket, or with null; see `LongPolls`. */
  wait(queue: Queue, dontBlock: boolean): Promise<string | null> {
    this.polls.displace(queue);
    this.streams.displace(queue);
    return this.polls.wait(queue, dontBlock);
  }

  /** For how long polls will wait in memory. */
  get heldMs(): number {
    return this.polls.heldMs;
  }

  /** Answers with a WebSocket that brings the queue's events; see `Streams`. */
  stream(queue: Queue, credentials: Credentials): Response {
    this.polls.displace(queue);
    this.streams.displace(queue);
    return this.streams.open(queue, credentials);
  }

  /** Brings these events to those they are for, in the next turn: the change itself is acknowledged first. */
  wake(events: readonly LoggedEvent[]): void {
    this.polls.eventCame();
    const underWay = this.#woken.size > 0;
    for (const { audience } of events) {
      for (const { to } of audience) {
        for (const queue of to.queues) if (this.streams.has(queue) || this.polls.mayWait(queue)) this.#woken.add(queue);
      }
    }
    if (!underWay && this.#woken.size > 0) setTimeout(() => this.#flush(), 0);
  }

  /** Whether a client waits for events of the queue. */
  isWaiting(queue: Queue): boolean {
    return this.streams.has(queue.number) || this.polls.isWaiting(queue);
  }

  /** Closes the streams whose login does not hold any more: those of an account, or all. */
  checkLogins(user?: UserId): void {
    for (const queue of [...(user === undefined ? this.queues.all() : this.queues.ofUser(user))])
      this.streams.checkLogin(queue);
  }

  #flush(): void {
    const woken = [...this.#woken];
    this.#woken.clear();
    for (const number of woken) {
      const queue = this.queues.byNumber(number);
      if (queue === undefined) continue;
      if (this.streams.has(number)) this.streams.deliver(queue);
      else this.polls.deliver(queue);
    }
  }
}
