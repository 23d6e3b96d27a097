import type { Config } from "../config/config.ts";
import { siteOf } from "../config/host.ts";
import type { Sql, WatchedSql } from "../database/statement.ts";
import { reportingTo } from "../database/stored.ts";
import type { Log } from "../logging/log.ts";
import type { Actor } from "../protocol/actor.ts";
import { ApiError } from "../protocol/errors.ts";
import type { UserId } from "../protocol/ids.ts";
import type { Credentials } from "../rpc/credentials.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import { type Clock, machineClock, type Stopwatch } from "../util/clock.ts";
import { entryOf } from "../util/collections.ts";
import { eachAlone } from "../util/each-alone.ts";
import type { Random } from "../util/random.ts";
import { type Milliseconds, type Seconds, toWholeSeconds } from "../util/time.ts";
import type { Audience, RealmEvent } from "./events/event.ts";
import type { EventCounter } from "./events/event-counter.ts";
import type { LoggedEvent } from "./events/event-log.ts";
import type { Listeners } from "./events/listeners.ts";
import type { Queue, Queues } from "./events/queues.ts";
import type { Outbox } from "./outbox.ts";
import type { Mover } from "./replication/mover.ts";
import type { Shipper } from "./replication/shipper.ts";
import type { StoreCheck } from "./replication/store-check.ts";
import type { Timers } from "./timers.ts";

export interface RealmIdentity {
  /** The organization's number, which is the first part of its rows' keys in D1. */
  readonly id: number;
  readonly subdomain: string;
  readonly created_at: Seconds;
}

interface HeldMessages {
  load(ids: readonly number[]): Promise<{ release(): void }>;
  holdsFrom(): number;
  holds(ids: readonly number[]): boolean;
}

interface RealmParts {
  readonly identity: RealmIdentity;
  readonly sql: WatchedSql;
  readonly transaction: <T>(work: () => T) => T;
  readonly config: Config;
  /** Log whose lines include the organization. */
  readonly log: Log;
  readonly clock: Clock;
  readonly random: Random;
  readonly counter: EventCounter;
  readonly queues: Queues;
  readonly listeners: Listeners;
  readonly timers: Timers;
  readonly outbox: Outbox;
  readonly shipper: Shipper;
  readonly mover: Mover;
  readonly storeCheck: StoreCheck;
  readonly stopwatch: Stopwatch;
  readonly messages: HeldMessages;
  readonly handlers: readonly HookHandler[];
}

export interface Caller {
  readonly facts: RequestFacts;
  /** The account, once the call is admitted. Null if the call is anonymous. */
  actor: Actor | null;
  /** The credentials that identify the account, or null if there are none. */
  readonly credentials: Credentials | null;
  /** True if the server administrator made the call, with the setup token. */
  isOperator: boolean;
  /** The directory (SCIM connection) that made the call, once the call is admitted. */
  directory?: { readonly id: number; readonly name: string };
  /** The login service that is acting. `id` is the id of its connection, or null if owners didn't create it. */
  service?: { readonly id: number | null; readonly name: string } | undefined;
}

/** Identifies a value that is computed from the realm's tables and cached in memory. */
export interface CacheKey<T> {
  readonly name: string;
  readonly _type?: T;
}
export const cacheKey = <T>(name: string): CacheKey<T> => ({ name });

const MAX_CACHED_ROWS = 2000;

/** Adds a row to a cached map, unless it doesn't exist. A full map is emptied first. Returns the row. */
export function cacheRow<Key, Row>(cached: Map<Key, Row>, key: Key, row: Row | undefined): Row | undefined {
  if (cached.size >= MAX_CACHED_ROWS) cached.clear();
  if (row !== undefined) cached.set(key, row);
  return row;
}

/**
 * Returns a getter of a realm's value, which is created at first use and only kept in memory. Unlike cached values, it
 * survives refused changes.
 */
export function inMemory<T>(make: (realm: Realm) => T): (realm: Realm) => T {
  const values = new WeakMap<Realm, T>();
  return (realm) => entryOf(values, realm, () => make(realm));
}

/**
 * An extension point: the lower feature declares and runs the hook, and higher features provide handlers, so that the
 * lower feature needn't import them. Handlers run within the same change.
 */
interface Hook<Args extends readonly unknown[], Result = void> {
  readonly name: string;
  readonly _handler?: Handler<Args, Result>;
}

type Handler<Args extends readonly unknown[], Result> = (realm: Realm, ...args: Args) => Result;

export interface HookHandler {
  readonly hook: string;
  readonly handle: Handler<never, unknown>;
}

export const hook = <Args extends readonly unknown[], Result = void>(name: string): Hook<Args, Result> => ({ name });

/** Runs for each event within its change, even if no one receives it. */
export const eventEmittedHook = hook<[event: RealmEvent]>("event emitted");

/** Returns which users can receive an event at all, regardless of its audiences, or null for all. */
export const eventScreenHook = hook<[event: RealmEvent], ((user: UserId) => boolean) | null>("event screen");

/**
 * Runs within a change that ends a key, a session or an account. The user is undefined if this may affect all users.
 */
export const loginsEndedHook = hook<[user: UserId | undefined]>("logins ended");

/** Creates a hook handler for a feature's `handlers`. */
export const on = <Args extends readonly unknown[], Result>(
  { name }: Hook<Args, Result>,
  handle: Handler<Args, Result>,
): HookHandler => ({ hook: name, handle });

/** An organization as features see it: its tables, its clock, and how to change it with events. */
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
  readonly mover: Mover;
  readonly storeCheck: StoreCheck;
  readonly stopwatch: Stopwatch;
  readonly awakeSince: Milliseconds = machineClock.milliseconds();
  readonly #parts: RealmParts;
  readonly #handlers: ReadonlyMap<string, readonly HookHandler["handle"][]>;
  #log: Log;
  #caller: Caller | undefined;
  #events: LoggedEvent[] = [];
  #afterCommit: (() => void)[] = [];
  #ifRefused: (() => void)[] = [];
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
    this.mover = parts.mover;
    this.storeCheck = parts.storeCheck;
    this.stopwatch = parts.stopwatch;
    this.#log = parts.log;
  }

  /** The log for the server administrator. Its lines include the organization and the work in progress. */
  get log(): Log {
    return this.#log;
  }

  /** Undefined in a job or timer. */
  get caller(): Caller | undefined {
    return this.#caller;
  }

  /** Runs a synchronous block for a call. The log's lines identify the call. */
  serving<T>({ log, caller }: { readonly log: Log; readonly caller: Caller }, work: () => T): T {
    this.#log = log;
    this.#caller = caller;
    try {
      return work();
    } finally {
      this.#log = this.#parts.log;
      this.#caller = undefined;
    }
  }

  get identity(): RealmIdentity {
    return this.#parts.identity;
  }

  /** Domain of email addresses in the API. Doesn't depend on how a client reached the server. */
  get host(): string {
    const { subdomain } = this.identity;
    return subdomain === "" ? this.config.rootDomain : `${subdomain}.${this.config.rootDomain}`;
  }

  /**
   * The organization's URL for links in anything the server sends, such as emails. Doesn't depend on how a client
   * reached the server.
   */
  get url(): string {
    return siteOf(this.identity.subdomain, this.config);
  }

  /**
   * Loads old message rows from D1 into the realm, where they stay until `release`. For jobs. Endpoints use
   * `messagesToLoad` instead.
   */
  loadMessages(ids: readonly number[]): Promise<{ release(): void }> {
    return this.#parts.messages.load(ids);
  }

  /** Loads messages (`loadMessages`), and runs a change before it releases them. */
  async changeWithMessages<T>(ids: readonly number[], work: () => T): Promise<T> {
    const loaded = await this.loadMessages(ids);
    try {
      return this.change(work);
    } finally {
      loaded.release();
    }
  }

  /**
   * Returns the lowest id such that the realm itself holds all messages from it on. Older messages may only be in D1.
   */
  holdsFrom(): number {
    return this.#parts.messages.holdsFrom();
  }

  /** True if the realm itself holds all existing messages among these ids. */
  holds(ids: readonly number[]): boolean {
    return this.#parts.messages.holds(ids);
  }

  /** The current time in seconds since 1970, the protocol's unit. */
  seconds(): Seconds {
    return toWholeSeconds(this.clock.milliseconds());
  }

  /** Runs a hook's handlers in feature order. */
  run<Args extends readonly unknown[]>(hook: Hook<Args>, ...args: Args): void {
    for (const handle of this.#handlersOf(hook)) handle(this, ...args);
  }

  /** Runs a hook's handlers in feature order, and returns their results. */
  collect<Args extends readonly unknown[], Result>(hook: Hook<Args, Result>, ...args: Args): Result[] {
    return this.#handlersOf(hook).map((handle) => handle(this, ...args));
  }

  /** Returns the result of a hook that has exactly one handler. */
  ask<Args extends readonly unknown[], Result>(hook: Hook<Args, Result>, ...args: Args): Result {
    const [handle] = this.#handlersOf(hook);
    if (handle === undefined) throw new Error(`nothing handles ${hook.name}`);
    return handle(this, ...args);
  }

  #handlersOf<Args extends readonly unknown[], Result>({
    name,
  }: Hook<Args, Result>): readonly NonNullable<Hook<Args, Result>["_handler"]>[] {
    // `on` ensures that handlers with this name have the hook's type.
    return (this.#handlers.get(name) ?? []) as never;
  }

  get lastEventId(): number {
    return this.#parts.counter.last;
  }

  /**
   * Sends an event to the queues of its audiences, as part of the change. If a user is in several audiences, the first
   * one counts. Writes nothing if no queue receives the event.
   */
  emit(event: RealmEvent, ...audiences: Audience[]): void {
    this.#emit(event, audiences, true);
  }

  /** Sends an event that only matters now, such as typing. It is kept in memory only. */
  emitTransient(event: RealmEvent, ...audiences: Audience[]): void {
    this.#emit(event, audiences, false);
  }

  /** Runs work after the change has committed. Use it for in-memory values, which a rollback wouldn't restore. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** Runs work as a separate change if this one is refused, for example to record the refusal. */
  ifRefused(work: () => void): void {
    this.#ifRefused.push(work);
  }

  /**
   * After the commit, closes the streams and polls whose login is no longer valid, of one user or, if none is given, of
   * all users. Call it whenever a key, session or account ends.
   */
  loginsEnded(user?: UserId): void {
    this.afterCommit(() => this.#parts.listeners.checkLogins(user));
    this.run(loginsEndedHook, user);
  }

  /** Ends a queue, and answers the poll waiting on it. */
  endQueue(queue: Queue): void {
    this.queues.delete(queue);
    this.afterCommit(() => this.queues.forget(queue));
  }

  /** Ends all queues of a user, whose clients must then register again. */
  endQueuesOf(user: UserId): void {
    this.loginsEnded(user);
    for (const queue of [...this.queues.ofUser(user)]) this.endQueue(queue);
  }

  /**
   * Ends all but `keep` of the user's queues, starting with those that no client is waiting on, the longest idle first.
   */
  endIdleQueuesOf(user: UserId, keep: number): void {
    const queues = [...this.queues.ofUser(user)];
    if (queues.length <= keep) return;
    const { listeners } = this.#parts;
    const byIdleness = queues
      .map((queue) => ({ queue, isWaiting: listeners.isWaiting(queue) }))
      .sort((a, b) => Number(a.isWaiting) - Number(b.isWaiting) || a.queue.seenAt - b.queue.seenAt);
    for (const { queue } of byIdleness.slice(0, queues.length - keep)) this.endQueue(queue);
  }

  /**
   * Returns a value computed from the tables and cached until `forget`, which must be called after the tables change.
   */
  cached<T>(key: CacheKey<T>, compute: () => T): T {
    if (this.#cache.has(key.name)) return this.#cache.get(key.name) as T;
    const value = compute();
    this.#cache.set(key.name, value);
    return value;
  }

  /** Returns the cached value, if any. For code that updates it along with the tables. */
  peek<T>(key: CacheKey<T>): T | undefined {
    return this.#cache.get(key.name) as T | undefined;
  }

  forget(key: CacheKey<unknown>): void {
    this.#cache.delete(key.name);
  }

  /** Clears all cached values, for a change that writes the tables of many features at once. */
  forgetAll(): void {
    this.#cache.clear();
  }

  /** Runs a synchronous block as one transaction: all of its writes and events happen, or none. */
  change<T>(work: () => T): T {
    this.#events = [];
    this.#afterCommit = [];
    this.#ifRefused = [];
    const { sql, transaction, counter, queues } = this.#parts;
    const writes = sql.writes;
    let result: T;
    try {
      result = transaction(() => {
        try {
          return reportingTo(this.#parts.log, work);
        } catch (error) {
          // Refused changes rarely wrote anything. If this one didn't, the cached values are still valid.
          if (sql.writes !== writes) this.#cache.clear();
          throw error;
        }
      });
    } catch (error) {
      counter.rollback();
      queues.log.rollback();
      const notes = error instanceof ApiError ? this.#ifRefused : [];
      if (notes.length > 0) {
        this.change(() => {
          for (const note of notes) note();
        });
      }
      throw error;
    }
    const events = this.#events;
    const acts = this.#afterCommit;
    this.#events = [];
    this.#afterCommit = [];
    const publish = () => {
      if (events.length === 0) return;
      queues.log.commit(events);
      this.#parts.listeners.wake(events);
      this.#tidy();
    };
    const start = () => this.outbox.start((event, error, about) => this.#parts.log.failure(event, error, about));
    const steps = [...acts, publish, () => this.timers.arm(), start, () => this.shipper.shipSoon()];
    // The change has happened, so if one step fails, the later ones must still run.
    eachAlone(steps, (step) => step());
    return result;
  }

  #emit(event: RealmEvent, audiences: readonly Audience[], stored: boolean): void {
    this.queues.checkKind(event.kind);
    this.run(eventEmittedHook, event);
    const groups = this.queues.recipients(event, this.#screened(event, audiences));
    if (groups === undefined) return;
    const { log } = this.queues;
    const logged = { ...event, id: this.#parts.counter.next(), groups };
    this.#events.push(stored ? log.append(logged) : log.inMemoryOnly(logged));
  }

  #screened(event: RealmEvent, audiences: readonly Audience[]): readonly Audience[] {
    const screens = this.collect(eventScreenHook, event).filter((screen) => screen !== null);
    if (screens.length === 0) return audiences;
    return audiences.map((audience) => ({
      ...audience,
      includes: (...who) => audience.includes(...who) && screens.every((mayGet) => mayGet(who[0])),
    }));
  }

  /** Ends the queues whose clients have stopped polling, and deletes events that every queue has acknowledged. */
  #tidy(): void {
    for (const queue of this.queues.overfull()) {
      this.queues.delete(queue);
      this.queues.forget(queue);
    }
    if (this.queues.log.sinceSweep >= SWEEP_AT) this.queues.sweep();
  }
}

const SWEEP_AT = 256;

function handlersByHook(handlers: readonly HookHandler[]): ReadonlyMap<string, HookHandler["handle"][]> {
  const byHook = new Map<string, HookHandler["handle"][]>();
  for (const { hook, handle } of handlers) entryOf(byHook, hook, () => []).push(handle);
  return byHook;
}
