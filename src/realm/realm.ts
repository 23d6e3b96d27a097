import type { Config } from "../config/config.ts";
import { siteOf } from "../config/host.ts";
import { type Sql, statement } from "../database/statement.ts";
import { reportingTo } from "../database/stored.ts";
import type { Log } from "../logging/log.ts";
import type { UserId } from "../protocol/ids.ts";
import { type Clock, machineClock } from "../util/clock.ts";
import { entryOf } from "../util/collections.ts";
import type { Random } from "../util/random.ts";
import type { Stopwatch } from "../util/stopwatch.ts";
import { type Milliseconds, type Seconds, wholeSeconds } from "../util/time.ts";
import type { Audience, RealmEvent } from "./events/event.ts";
import type { EventCounter } from "./events/event-counter.ts";
import type { LoggedEvent } from "./events/event-log.ts";
import type { LongPolls } from "./events/long-polls.ts";
import type { Queue, Queues } from "./events/queues.ts";
import type { Hook, HookHandler } from "./hook.ts";
import type { Outbox } from "./outbox.ts";
import type { Shipper } from "./shipping/shipper.ts";
import type { Timers } from "./timers.ts";

export interface RealmIdentity {
  /** The organization's number: the first part of its rows' keys in D1. */
  readonly id: number;
  readonly subdomain: string;
  readonly created_at: Seconds;
}

interface RealmParts {
  readonly identity: RealmIdentity;
  readonly sql: Sql;
  readonly transaction: <T>(work: () => T) => T;
  readonly config: Config;
  /** Knows the organization. */
  readonly log: Log;
  readonly clock: Clock;
  readonly random: Random;
  readonly counter: EventCounter;
  readonly queues: Queues;
  readonly longPolls: LongPolls;
  readonly timers: Timers;
  readonly outbox: Outbox;
  readonly shipper: Shipper;
  readonly stopwatch: Stopwatch;
  readonly loadMessages: (ids: readonly number[]) => Promise<{ release(): void }>;
  readonly handlers: readonly HookHandler[];
}

/** Names a value that is computed from the realm's tables and kept while the object is awake. */
interface CacheKey<T> {
  readonly name: string;
  readonly _type?: T;
}
export const cacheKey = <T>(name: string): CacheKey<T> => ({ name });

/** One organization, as features see it: its tables, its clock, and how a change of it is made, with its events. */
export class Realm {
  readonly id: number;
  readonly sql: Sql;
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly queues: Queues;
  readonly timers: Timers;
  readonly outbox: Outbox;
  readonly shipper: Shipper;
  readonly stopwatch: Stopwatch;
  /** When the object came into memory. */
  readonly awakeSince: Milliseconds = machineClock.milliseconds();
  readonly #parts: RealmParts;
  readonly #handlers: ReadonlyMap<string, readonly HookHandler["handle"][]>;
  #log: Log;
  #events: LoggedEvent[] = [];
  #afterCommit: (() => void)[] = [];
  #cache = new Map<string, unknown>();

  constructor(parts: RealmParts) {
    this.#parts = parts;
    this.#handlers = handlersByHook(parts.handlers);
    this.id = parts.identity.id;
    this.sql = parts.sql;
    this.config = parts.config;
    this.clock = parts.clock;
    this.random = parts.random;
    this.queues = parts.queues;
    this.timers = parts.timers;
    this.outbox = parts.outbox;
    this.shipper = parts.shipper;
    this.stopwatch = parts.stopwatch;
    this.#log = parts.log;
  }

  /** For what whoever runs the server should know. Its lines name the organization, and what the realm is just doing. */
  get log(): Log {
    return this.#log;
  }

  /** Runs a synchronous block whose lines are to name what it is done for. */
  logging<T>(log: Log, work: () => T): T {
    this.#log = log;
    try {
      return work();
    } finally {
      this.#log = this.#parts.log;
    }
  }

  get identity(): RealmIdentity {
    return this.#parts.identity;
  }

  /** The host that API emails are made of: it does not depend on how a client reached the server. */
  get host(): string {
    const { subdomain } = this.identity;
    return subdomain === "" ? this.config.rootDomain : `${subdomain}.${this.config.rootDomain}`;
  }

  /** Where the organization is, for everything that leaves the server: it does not depend on who asks, or how. */
  get url(): string {
    return siteOf(this.identity.subdomain, this.config);
  }

  /**
   * Brings old messages' content back from the bulk store, for a job, which changes them before it releases them; an
   * endpoint says what it needs in its `messagesToLoad`.
   */
  loadMessages(ids: readonly number[]): Promise<{ release(): void }> {
    return this.#parts.loadMessages(ids);
  }

  /** The time, by the protocol's clock. */
  seconds(): Seconds {
    return wholeSeconds(this.clock.milliseconds());
  }

  /** Runs the handlers of a hook, in the order of the features. */
  run<Args extends readonly unknown[]>(hook: Hook<Args>, ...args: Args): void {
    for (const handle of this.#handlersOf(hook)) handle(this, ...args);
  }

  /** What the handlers of a hook return, in the order of the features. */
  collect<Args extends readonly unknown[], Result>(hook: Hook<Args, Result>, ...args: Args): Result[] {
    return this.#handlersOf(hook).map((handle) => handle(this, ...args));
  }

  /** What the only handler of a hook returns. */
  ask<Args extends readonly unknown[], Result>(hook: Hook<Args, Result>, ...args: Args): Result {
    const [handle] = this.#handlersOf(hook);
    if (handle === undefined) throw new Error(`nothing handles ${hook.name}`);
    return handle(this, ...args);
  }

  #handlersOf<Args extends readonly unknown[], Result>({
    name,
  }: Hook<Args, Result>): readonly NonNullable<Hook<Args, Result>["_handler"]>[] {
    // `on` has checked that the handlers of this name are of the hook's type.
    return (this.#handlers.get(name) ?? []) as never;
  }

  /** The newest event id: what a queue that is made now has seen. */
  get lastEventId(): number {
    return this.#parts.counter.last;
  }

  /**
   * Tells the queues of an audience, as part of the change. Where a user is in several audiences, the first counts.
   * Nothing is written for an event that no live queue may see.
   */
  emit(event: RealmEvent, ...audiences: Audience[]): void {
    this.#emit(event, audiences, true);
  }

  /** Tells what is for now only, such as typing: it is not kept for a queue that loses its place in memory. */
  emitTransient(event: RealmEvent, ...audiences: Audience[]): void {
    this.#emit(event, audiences, false);
  }

  /** Runs once the change is certain: for memory that must not see a change that is undone. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** Ends a queue, and releases whoever waits on it. */
  endQueue(queue: Queue): void {
    this.queues.delete(queue);
    this.afterCommit(() => this.queues.forget(queue));
  }

  /** Ends all queues of somebody: its clients register again, or learn why they cannot. */
  endQueuesOf(user: UserId): void {
    for (const queue of [...this.queues.ofUser(user)]) this.endQueue(queue);
  }

  /** Ends the queues of somebody that have been idle for longest, but for so many. What a poll waits on is not idle. */
  endIdleQueuesOf(user: UserId, keep: number): void {
    const queues = [...this.queues.ofUser(user)];
    if (queues.length <= keep) return;
    const { longPolls } = this.#parts;
    const byIdleness = queues
      .map((queue) => ({ queue, isWaiting: longPolls.isWaiting(queue) }))
      .sort((a, b) => Number(a.isWaiting) - Number(b.isWaiting) || a.queue.seenAt - b.queue.seenAt);
    for (const { queue } of byIdleness.slice(0, queues.length - keep)) this.endQueue(queue);
  }

  /** A value computed from the tables, until `forget` is called by whoever changes them. */
  cached<T>(key: CacheKey<T>, compute: () => T): T {
    if (this.#cache.has(key.name)) return this.#cache.get(key.name) as T;
    const value = compute();
    this.#cache.set(key.name, value);
    return value;
  }

  /** The cached value, if there is one: for those who change it together with the tables. */
  peek<T>(key: CacheKey<T>): T | undefined {
    return this.#cache.get(key.name) as T | undefined;
  }

  forget(key: CacheKey<unknown>): void {
    this.#cache.delete(key.name);
  }

  /** One change: all of it happens, with its events, or none. Synchronous, so that nothing comes between. */
  change<T>(work: () => T): T {
    this.#events = [];
    this.#afterCommit = [];
    const { transaction, counter, queues } = this.#parts;
    const written = rowsWritten.one(this.sql, {}).total;
    let result: T;
    try {
      result = transaction(() => {
        try {
          return reportingTo(this.#parts.log, work);
        } catch (error) {
          // What was computed from rows that nobody changed is still true: most refusals cost nothing.
          if (rowsWritten.one(this.sql, {}).total !== written) this.#cache.clear();
          throw error;
        }
      });
    } catch (error) {
      counter.rollback();
      queues.log.rollback();
      throw error;
    }
    const events = this.#events;
    const acts = this.#afterCommit;
    this.#events = [];
    this.#afterCommit = [];
    for (const act of acts) act();
    if (events.length > 0) {
      queues.log.commit(events);
      this.#parts.longPolls.wake(events);
      this.#tidy();
    }
    this.timers.arm();
    this.shipper.shipSoon();
    return result;
  }

  #emit(event: RealmEvent, audiences: readonly Audience[], stored: boolean): void {
    this.queues.checkKind(event.kind);
    const groups = this.queues.recipients(event, audiences);
    if (groups === undefined) return;
    const { log } = this.queues;
    const logged = { ...event, id: this.#parts.counter.next(), groups };
    this.#events.push(stored ? log.append(logged) : log.inMemoryOnly(logged));
  }

  /** Ends queues that nobody will read any more, and drops what all have read. */
  #tidy(): void {
    for (const queue of this.queues.overfull()) {
      this.queues.delete(queue);
      this.queues.forget(queue);
    }
    if (this.queues.log.sinceSweep >= SWEEP_AT) this.queues.sweep();
  }
}

const SWEEP_AT = 256;
const rowsWritten = statement<Record<string, never>, { total: number }>("SELECT total_changes() AS total");

function handlersByHook(handlers: readonly HookHandler[]): ReadonlyMap<string, HookHandler["handle"][]> {
  const byHook = new Map<string, HookHandler["handle"][]>();
  for (const { hook, handle } of handlers) entryOf(byHook, hook, () => []).push(handle);
  return byHook;
}
