import type { Sql } from "../../database/statement.ts";
import type { UserId } from "../../protocol/ids.ts";
import { limits } from "../../protocol/limit-table.ts";
import { after, MINUTE_MS, type Milliseconds, milliseconds } from "../../util/time.ts";
import type { Audience, EventKind, RealmEvent } from "./event.ts";
import { type Delivery, EventLog } from "./event-log.ts";
import { membersAmong } from "./number-set.ts";
import type { NewQueue, Queue } from "./queue.ts";
import { type QueueClient, readClient } from "./queue-client.ts";
import { QueueClients } from "./queue-clients.ts";
import { allQueues, deleteQueue, endStreamsBut, insertQueue, updateQueue, updateStreamed } from "./queue-rows.ts";
import { numbersOf, type RecipientList } from "./recipient-lists.ts";
import { QueueTable } from "./table/queue-table.ts";

export type { Queue } from "./queue.ts";

/** The queues that are passed in the time in which those of one user are looked up. */
const LOOKED_UP = 4;

/** The most events that are kept for a client that does not poll; then its queue ends. */
const { logged_events } = limits.organization;

/** The longest lag of the stored time of a queue's last poll, so that not every poll writes a row. */
const staleness = (lifespan: Milliseconds) => milliseconds(Math.min(5 * MINUTE_MS, lifespan / 2));

/** When a queue ends unless it is polled. A queue read back from its row may end late, but never early. */
export const endOf = ({ seenAt, grace, lifespan }: Pick<Queue, "seenAt" | "grace" | "lifespan">) =>
  after(after(seenAt, grace), lifespan);

/** The timer that ends queues which are no longer polled. */
export const QUEUE_TIMER = "queues";

/** The last_event_id of a client that has not received any event yet. */
export const BEFORE_ALL = -1;

/** The number that a queue's client sees for an event id of the realm. */
export const numberIn = ({ origin }: Pick<Queue, "origin">, event: number) => event - origin + BEFORE_ALL;
/** The realm's event id of a number that a queue's client has sent. */
export const eventOf = ({ origin }: Pick<Queue, "origin">, number: number) => number + origin - BEFORE_ALL;

/** No event up to this one is pending for a queue. */
const reached = ({ acknowledged, passed }: Pick<Queue, "acknowledged" | "passed">) => Math.max(acknowledged, passed);

/**
 * The realm's event queues. They are in memory while the object is, and in SQLite so that no event is lost or repeated.
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
    /** Writes down that programs which know no recipient lists by difference must leave the realm alone. */
    refuseOlder: () => void = () => {},
  ) {
    this.log = new EventLog(sql, kinds, this.#table, refuseOlder);
    for (const row of allQueues.all(sql, {})) {
      const shared = this.#clients.retain(row.client, (text) => readClient(text, row.number));
      if (shared === null) {
        // Without the stored options of its client a queue is useless: the client has to register again.
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

  /** The queues of a user, oldest first. */
  ofUser(user: UserId): Iterable<Queue> {
    return this.#table.ofUser(user);
  }

  /** The users who have a queue. */
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
  create(fields: {
    id: string;
    user_id: UserId;
    client: QueueClient;
    lifespan: Milliseconds;
    origin: number;
    seenAt: Milliseconds;
  }) {
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

  /** Throws for an event whose feature does not list it in its index: it could not be read back from the log. */
  checkKind({ key }: EventKind): void {
    if (!this.kinds.has(key)) throw new Error(`no feature names the event ${key}`);
  }

  /** The queues that receive an event, grouped by the extra fields that they see; undefined where there are none. */
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

  /** Visits the queues that an audience may include. Where it lists its users, and few of all, only theirs are looked up. */
  #visitCandidates(audiences: readonly Audience[], consider: (queue: Queue) => void): void {
    const named = audiences.map(({ users }) => users);
    const users = named.reduce((all, some) => some && all?.union(some), new Set<UserId>());
    if (users === undefined || users.size * LOOKED_UP > this.#table.userCount) this.#table.visit(consider);
    else for (const user of users) for (const queue of this.ofUser(user)) consider(queue);
  }

  /** The numbers of the queues that there are of a list. */
  numbersIn(list: RecipientList): Iterable<number> {
    return membersAmong(numbersOf(list), this.#table.numbers);
  }

  /** The events that a queue has not acknowledged, oldest first. */
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

  /** Notes until when a queue counts as polled. Writes its row only when the stored time lags too far. */
  seen(queue: Queue, until: Milliseconds): void {
    if (until > queue.seenAt) queue.seenAt = until;
    queue.grace = milliseconds(0);
    if (queue.seenAt - queue.storedSeenAt >= staleness(queue.lifespan)) this.#store(queue);
  }

  /** Stores that a stream of the queue opens or ends now: while it is open, its client is there without any poll. */
  streamed(queue: Queue, isOpen: boolean, now: Milliseconds): void {
    queue.seenAt = now;
    queue.storedSeenAt = now;
    queue.grace = milliseconds(0);
    const { number, acknowledged } = queue;
    updateStreamed.run(this.sql, { number, acknowledged, seen_at: now, streamed: isOpen ? 1 : 0 });
  }

  /** Takes the streams of all queues but these for ended now: their sockets did not outlive the object's last memory. */
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

  /** Queues for which more events are kept than may be: their clients have stopped polling. Others may be found by the next change. */
  overfull(): Queue[] {
    return this.log.size <= logged_events ? [] : this.behind(this.log.newestBut(logged_events)).queues;
  }

  /**
   * The queues that wait for events up to an id, for whoever ends them. Of events that are in rows alone, each call looks through
   * a part, and `isAll` says whether it was the last one.
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

  /** Deletes the events that every queue has acknowledged. */
  sweep(): void {
    let oldest = Number.MAX_SAFE_INTEGER;
    this.#table.visit((queue) => {
      oldest = Math.min(oldest, this.#wants(queue));
    });
    this.log.sweep(oldest);
  }

  /**
   * The oldest event that must be kept for a queue. Rows that are not in memory are not read for this: it may be too
   * low.
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
