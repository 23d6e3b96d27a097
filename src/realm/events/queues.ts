import type { Sql } from "../../database/statement.ts";
import type { UserId } from "../../protocol/ids.ts";
import { limits } from "../../protocol/limit-table.ts";
import { after, MINUTE_MS, type Milliseconds, milliseconds } from "../../util/time.ts";
import type { Audience, EventKind, RealmEvent } from "./event.ts";
import { type Delivery, EventLog } from "./event-log.ts";
import { membersAmong } from "./number-set.ts";
import { NumberedQueues } from "./numbered-queues.ts";
import { type QueueClient, readClient } from "./queue-client.ts";
import { QueueClients, type SharedClient } from "./queue-clients.ts";
import { allQueues, deleteQueue, endStreamsBut, insertQueue, updateQueue, updateStreamed } from "./queue-rows.ts";
import { numbersOf, type RecipientList } from "./recipient-lists.ts";

export interface Queue extends SharedClient {
  readonly number: number;
  readonly id: string;
  readonly user_id: UserId;
  readonly lifespan: Milliseconds;
  /** The newest event id when the queue was made. A queue numbers its own events from 0: the next event is its 0. */
  readonly origin: number;
  acknowledged: number;
  /** When a poll last came; while a poll waits, when that wait ends. */
  seenAt: Milliseconds;
  /** The longest time after `seenAt` at which a poll may have come, unstored, before the object left memory. */
  grace: Milliseconds;
  /** The stored value of `seenAt`, to which a crash falls back. */
  storedSeenAt: Milliseconds;
  /** No event up to this id is pending for the queue, so that the search for pending events starts after it. */
  passed: number;
}

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

/**
 * The realm's event queues. They are in memory while the object is, and in SQLite so that no event is lost or repeated.
 */
export class Queues {
  readonly log: EventLog;
  #clients = new QueueClients();
  #byId = new Map<string, Queue>();
  #byNumber = new NumberedQueues<Queue>();
  /** The oldest queue of each user, which leads to the others. */
  #byUser = new Map<UserId, KeptQueue>();
  /** Called with each queue that ends, so that its waiting poll is answered. */
  onEnd: (queue: Queue) => void = () => {};

  constructor(
    private readonly sql: Sql,
    private readonly kinds: ReadonlyMap<string, EventKind>,
    /** Writes down that programs which know no recipient lists by difference must leave the realm alone. */
    refuseOlder: () => void = () => {},
  ) {
    this.log = new EventLog(sql, kinds, this.#byNumber, refuseOlder);
    for (const row of allQueues.all(sql, {})) {
      const shared = this.#clients.retain(row.client, (text) => readClient(text, row.number));
      if (shared === null) {
        // Without the stored options of its client a queue is useless: the client has to register again.
        deleteQueue.run(sql, { number: row.number });
        continue;
      }
      this.#add({ ...row, seenAt: row.seen_at, grace: staleness(row.lifespan) }, shared);
    }
  }

  get size(): number {
    return this.#byId.size;
  }

  all(): Iterable<Queue> {
    return this.#byNumber;
  }

  byId(id: string): Queue | undefined {
    return this.#byId.get(id);
  }

  byNumber(number: number): Queue | undefined {
    return this.#byNumber.get(number);
  }

  *ofUser(user: UserId): Iterable<Queue> {
    for (let queue = this.#byUser.get(user) ?? null; queue !== null; ) {
      const { next } = queue;
      yield queue;
      queue = next;
    }
  }

  /** The users who have a queue. */
  users(): Iterable<UserId> {
    return this.#byUser.keys();
  }

  get userCount(): number {
    return this.#byUser.size;
  }

  listens(user: UserId): boolean {
    return this.#byUser.has(user);
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
      if (shared !== null)
        this.#add({ ...fields, number, acknowledged: fields.origin, grace: milliseconds(0) }, shared);
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
    for (const queue of this.#candidates(audiences)) {
      const { client } = queue;
      if (client.event_types !== null && !client.event_types.includes(kind.type)) continue;
      const index = audiences.findIndex((audience) => audience.includes(queue.user_id, client, queue.id));
      const group = groups[index];
      if (group === undefined || !kind.wants(client, group.seen)) continue;
      group.queues.push(queue.number);
      found = true;
    }
    if (!found) return undefined;
    return groups.filter(({ queues }) => queues.length > 0).map(({ extra, queues }) => ({ extra, queues }));
  }

  /** The queues that an audience may include. Where it lists its users, only theirs are considered. */
  #candidates(audiences: readonly Audience[]): Iterable<Queue> {
    const named = audiences.map(({ users }) => users);
    const users = named.reduce((all, some) => some && all?.union(some), new Set<UserId>());
    if (users === undefined || users.size > this.#byUser.size) return this.all();
    return [...users].flatMap((user) => [...this.ofUser(user)]);
  }

  /** The numbers of the queues that there are of a list. */
  numbersIn(list: RecipientList): Iterable<number> {
    return membersAmong(numbersOf(list), this.#byNumber.numbers);
  }

  /** The events that a queue has not acknowledged, oldest first. */
  pending(queue: Queue): Iterable<Delivery> {
    return this.log.after(Math.max(queue.acknowledged, queue.passed), queue.number);
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
      const queue = this.#byNumber.get(number);
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
    if (!this.#byId.has(queue.id)) return;
    this.#byId.delete(queue.id);
    this.#byNumber.delete(queue.number);
    this.#clients.release(queue.client);
    this.#unlink(queue);
    this.onEnd(queue);
  }

  /** The queues for which more events are kept than may be: their clients have stopped polling. */
  overfull(): Queue[] {
    if (this.log.size <= logged_events) return [];
    const oldest = this.log.newestBut(logged_events);
    return [...this.all()].filter((queue) => this.#wants(queue) <= oldest);
  }

  /** Deletes the events that every queue has acknowledged. */
  sweep(): void {
    let oldest = Number.MAX_SAFE_INTEGER;
    for (const queue of this.all()) oldest = Math.min(oldest, this.#wants(queue));
    this.log.sweep(oldest);
  }

  /**
   * The oldest event that must be kept for a queue. Rows that are not in memory are not read for this: it may be too
   * low.
   */
  #wants(queue: Queue): number {
    const from = Math.max(queue.acknowledged, queue.passed);
    if (!this.log.remembersAfter(from)) return from + 1;
    return this.#firstPending(queue) ?? Number.MAX_SAFE_INTEGER;
  }

  #store(queue: Queue): void {
    queue.storedSeenAt = queue.seenAt;
    updateQueue.run(this.sql, { number: queue.number, acknowledged: queue.acknowledged, seen_at: queue.seenAt });
  }

  #add(fields: NewQueue, shared: SharedClient): void {
    const queue = new KeptQueue(fields, shared);
    this.#byId.set(queue.id, queue);
    this.#byNumber.add(queue);
    let last = this.#byUser.get(queue.user_id);
    if (last === undefined) this.#byUser.set(queue.user_id, queue);
    else {
      while (last.next !== null) last = last.next;
      last.next = queue;
    }
  }

  #unlink({ user_id, number }: Queue): void {
    let before: KeptQueue | null = null;
    for (let queue = this.#byUser.get(user_id) ?? null; queue !== null; before = queue, queue = queue.next) {
      if (queue.number !== number) continue;
      if (before !== null) before.next = queue.next;
      else if (queue.next !== null) this.#byUser.set(user_id, queue.next);
      else this.#byUser.delete(user_id);
      return;
    }
  }
}

type NewQueue = Pick<Queue, "number" | "id" | "user_id" | "lifespan" | "origin" | "acknowledged" | "seenAt" | "grace">;

/** There may be very many of these: each field counts. */
class KeptQueue implements Queue {
  readonly number: number;
  readonly id: string;
  readonly user_id: UserId;
  readonly lifespan: Milliseconds;
  readonly origin: number;
  acknowledged: number;
  seenAt: Milliseconds;
  grace: Milliseconds;
  storedSeenAt: Milliseconds;
  passed: number;
  /** The user's next queue. */
  next: KeptQueue | null = null;
  readonly #shared: SharedClient;

  constructor({ number, id, user_id, lifespan, origin, acknowledged, seenAt, grace }: NewQueue, shared: SharedClient) {
    this.number = number;
    this.id = id;
    this.user_id = user_id;
    this.lifespan = lifespan;
    this.origin = origin;
    this.acknowledged = acknowledged;
    this.seenAt = seenAt;
    this.grace = grace;
    this.storedSeenAt = seenAt;
    this.passed = acknowledged;
    this.#shared = shared;
  }

  get client(): QueueClient {
    return this.#shared.client;
  }

  get form(): SharedClient["form"] {
    return this.#shared.form;
  }

  get formKey(): string {
    return this.#shared.formKey;
  }
}
