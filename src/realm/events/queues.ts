import type { Sql } from "../../database/statement.ts";
import type { UserId } from "../../protocol/ids.ts";
import { limits } from "../../protocol/limit-table.ts";
import { after, MINUTE_MS, type Milliseconds, milliseconds } from "../../util/time.ts";
import type { Audience, EventKind, RealmEvent } from "./event.ts";
import { type Delivery, EventLog } from "./event-log.ts";
import { membersAmong } from "./number-set.ts";
import { readClient } from "./queue-client.ts";
import { QueueClients } from "./queue-clients.ts";
import { allQueues, deleteQueue, endStreamsBut, insertQueue, updateQueue, updateStreamed } from "./queue-rows.ts";
import type { NewQueue, Queue } from "./queue-table/queue-handle.ts";
import { QueueTable } from "./queue-table/queue-table.ts";
import { numbersOf, type RecipientList } from "./recipient-lists.ts";

export type { Queue } from "./queue-table/queue-handle.ts";

/** How many queues can be visited in the time it takes to look up the queues of one user. */
const LOOKED_UP = 4;

/** Maximum events kept for a client that doesn't poll. Beyond this, its queue ends. */
const { logged_events } = limits.organization;

/** Maximum lag of the stored time of a queue's last poll, so that not every poll writes a row. */
const staleness = (lifespan: Milliseconds) => milliseconds(Math.min(5 * MINUTE_MS, lifespan / 2));

/** When a queue ends unless it is polled. A queue reloaded from its row may end late, but never early. */
export const queueExpiry = ({ seenAt, grace, lifespan }: Pick<Queue, "seenAt" | "grace" | "lifespan">) =>
  after(after(seenAt, grace), lifespan);

export const QUEUE_TIMER = "queues";

/** `last_event_id` of a client that hasn't received any event yet. */
export const BEFORE_ALL = -1;

/** Converts the realm's event id to the number that a queue's client sees. */
export const numberInQueue = ({ origin }: Pick<Queue, "origin">, event: number) => event - origin + BEFORE_ALL;
/** Converts a number sent by a queue's client to the realm's event id. */
export const eventOf = ({ origin }: Pick<Queue, "origin">, number: number) => number + origin - BEFORE_ALL;

const reached = ({ acknowledged, passed }: Pick<Queue, "acknowledged" | "passed">) => Math.max(acknowledged, passed);

/**
 * The realm's event queues. They are also stored in SQLite, so that no event is lost or repeated when the object is
 * evicted.
 */
export class Queues {
  readonly log: EventLog;
  #clients = new QueueClients();
  #table = new QueueTable();
  /** Called with each queue that ends, so that its waiting poll is answered. */
  onEnd: (queue: Queue) => void = () => {};

  constructor(
    private readonly sql: Sql,
    private readonly kinds: ReadonlyMap<string, EventKind>,
    /** Records that programs without support for differential recipient lists must not open the realm. */
    refuseOlder: () => void = () => {},
  ) {
    this.log = new EventLog(sql, kinds, this.#table, refuseOlder);
    for (const row of allQueues.all(sql, {})) {
      const shared = this.#clients.retain(row.client, (text) => readClient(text, row.number));
      if (shared === null) {
        // A queue is useless without its client's options, so the client must register again.
        deleteQueue.run(sql, { number: row.number });
        continue;
      }
      this.#table.add({ ...row, seenAt: row.seen_at, grace: staleness(row.lifespan) }, shared);
    }
  }

  get size(): number {
    return this.#table.size;
  }

  all(): Iterable<Queue> {
    return this.#table;
  }

  byId(id: string): Queue | undefined {
    return this.#table.byId(id);
  }

  byNumber(number: number): Queue | undefined {
    return this.#table.byNumber(number);
  }

  /** Returns a user's queues, oldest first. */
  ofUser(user: UserId): Iterable<Queue> {
    return this.#table.ofUser(user);
  }

  users(): Iterable<UserId> {
    return this.#table.users();
  }

  get userCount(): number {
    return this.#table.userCount;
  }

  listens(user: UserId): boolean {
    return this.#table.listens(user);
  }

  /** Stores a new queue. `commit` adds it to memory, after the transaction has committed. */
  create(fields: Pick<Queue, "id" | "user_id" | "client" | "lifespan" | "origin" | "seenAt">) {
    const text = JSON.stringify(fields.client);
    const { number } = insertQueue.one(this.sql, {
      id: fields.id,
      user_id: fields.user_id,
      client: text,
      lifespan: fields.lifespan,
      origin: fields.origin,
      seen_at: fields.seenAt,
    });
    const commit = () => {
      const shared = this.#clients.retain(text, () => fields.client);
      const queue: NewQueue = { ...fields, number, acknowledged: fields.origin, grace: milliseconds(0) };
      if (shared !== null) this.#table.add(queue, shared);
    };
    return { commit };
  }

  /** Throws if no feature lists the event's kind, because the event couldn't be read back from the log. */
  checkKind({ key }: EventKind): void {
    if (!this.kinds.has(key)) throw new Error(`no feature names the event ${key}`);
  }

  /** Returns the queues that receive an event, grouped by the extra fields they get, or undefined if there are none. */
  recipients({ kind, payload }: RealmEvent, audiences: readonly Audience[]) {
    const groups = audiences.map(({ extra }) => ({ extra, seen: { ...payload, ...extra }, queues: [] as number[] }));
    let found = false;
    this.#visitCandidates(audiences, (queue) => {
      const { client } = queue;
      if (client.event_types !== null && !client.event_types.includes(kind.type)) return;
      const index = audiences.findIndex((audience) => audience.includes(queue.user_id, client, queue));
      const group = groups[index];
      if (group === undefined || !kind.wants(client, group.seen)) return;
      group.queues.push(queue.number);
      found = true;
    });
    if (!found) return undefined;
    return groups.filter(({ queues }) => queues.length > 0).map(({ extra, queues }) => ({ extra, queues }));
  }

  /** Visits the queues that an audience may include. If it lists only a few users, looks up their queues. */
  #visitCandidates(audiences: readonly Audience[], consider: (queue: Queue) => void): void {
    const named = audiences.map(({ users }) => users);
    const users = named.reduce((all, some) => some && all?.union(some), new Set<UserId>());
    if (users === undefined || users.size * LOOKED_UP > this.#table.userCount) this.#table.visit(consider);
    else for (const user of users) for (const queue of this.ofUser(user)) consider(queue);
  }

  /** Returns the numbers of a list's queues that still exist. */
  numbersIn(list: RecipientList): Iterable<number> {
    return membersAmong(numbersOf(list), this.#table.numbers);
  }

  /** Returns the events a queue hasn't acknowledged, oldest first. */
  pending(queue: Queue): Iterable<Delivery> {
    return this.log.after(reached(queue), queue.number);
  }

  hasPending(queue: Queue): boolean {
    return this.#firstPending(queue) !== undefined;
  }

  #firstPending(queue: Queue): number | undefined {
    const [first] = this.pending(queue);
    queue.passed = first === undefined ? this.log.newest : first.event.id - 1;
    return first?.event.id;
  }

  acknowledge(queue: Queue, upTo: number): void {
    queue.acknowledged = Math.max(queue.acknowledged, upTo);
  }

  /**
   * Records that a queue counts as polled until this time. Only writes the queue's row if the stored time lags too far
   * behind.
   */
  seen(queue: Queue, until: Milliseconds): void {
    if (until > queue.seenAt) queue.seenAt = until;
    queue.grace = milliseconds(0);
    if (queue.seenAt - queue.storedSeenAt >= staleness(queue.lifespan)) this.#store(queue);
  }

  /**
   * Stores that the queue's stream opens or ends now. While it is open, the client counts as connected without polling.
   */
  streamed(queue: Queue, isOpen: boolean, now: Milliseconds): void {
    queue.seenAt = now;
    queue.storedSeenAt = now;
    queue.grace = milliseconds(0);
    const { number, acknowledged } = queue;
    updateStreamed.run(this.sql, { number, acknowledged, seen_at: now, streamed: isOpen ? 1 : 0 });
  }

  /** Ends the streams of all queues except these, because their sockets didn't survive the eviction from memory. */
  endStreamsBut(open: Iterable<number>, now: Milliseconds): void {
    for (const { number } of endStreamsBut.all(this.sql, { kept: JSON.stringify([...open]), now })) {
      const queue = this.#table.byNumber(number);
      if (queue === undefined) continue;
      queue.seenAt = now;
      queue.storedSeenAt = now;
      queue.grace = milliseconds(0);
    }
  }

  /** Deletes a queue's row. `forget` removes it from memory, after the transaction has committed. */
  delete(queue: Queue): void {
    deleteQueue.run(this.sql, { number: queue.number });
  }

  forget(queue: Queue): void {
    if (!this.#table.delete(queue.number)) return;
    this.#clients.release(queue.client);
    this.onEnd(queue);
  }

  /**
   * Returns queues with too many unacknowledged events, because their clients have stopped polling. One call may not
   * find all of them; the next change looks for the rest.
   */
  overfull(): Queue[] {
    return this.log.size <= logged_events ? [] : this.behind(this.log.newestBut(logged_events)).queues;
  }

  /**
   * Returns the queues still waiting for events up to an id, so that they can be ended. Each call scans a limited
   * number of the events that are only in rows. `isAll` is true once all were scanned.
   */
  behind(id: number): { readonly queues: Queue[]; readonly isAll: boolean } {
    let from = id;
    this.#table.visit((queue) => {
      from = Math.min(from, reached(queue));
    });
    if (from >= id) return { queues: [], isAll: true };
    if (this.log.remembersAfter(from)) {
      return { queues: [...this.all()].filter((queue) => this.#wants(queue) <= id), isAll: true };
    }
    const { upTo, lists } = this.log.receivedAfter(from, id);
    const found = new Map<number, Queue>();
    for (const { numbers, newest } of lists) {
      for (const number of numbers) {
        const queue = this.#table.byNumber(number);
        if (queue !== undefined && reached(queue) < newest) found.set(number, queue);
      }
    }
    this.#table.visit((queue) => {
      if (!found.has(queue.number)) queue.passed = Math.max(queue.passed, upTo);
    });
    return { queues: [...found.values()], isAll: upTo >= id };
  }

  sweep(): void {
    let oldest = Number.MAX_SAFE_INTEGER;
    this.#table.visit((queue) => {
      oldest = Math.min(oldest, this.#wants(queue));
    });
    this.log.sweep(oldest);
  }

  /**
   * Returns the oldest event that must be kept for a queue. It may be lower than necessary, because events that are
   * only in rows aren't read for this.
   */
  #wants(queue: Queue): number {
    const from = reached(queue);
    if (!this.log.remembersAfter(from)) return from + 1;
    return this.#firstPending(queue) ?? Number.MAX_SAFE_INTEGER;
  }

  #store(queue: Queue): void {
    queue.storedSeenAt = queue.seenAt;
    updateQueue.run(this.sql, { number: queue.number, acknowledged: queue.acknowledged, seen_at: queue.seenAt });
  }
}
