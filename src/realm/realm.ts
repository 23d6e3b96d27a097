import type { Config } from "../config/config.ts";
import { siteOf } from "../config/host.ts";
import type { Sql } from "../database/statement.ts";
import { reportingTo } from "../database/stored.ts";
import type { WatchedSql } from "../database/watched-sql.ts";
import type { Log } from "../logging/log.ts";
import type { Actor } from "../protocol/actor.ts";
import { ApiError } from "../protocol/errors.ts";
import type { UserId } from "../protocol/ids.ts";
import type { Credentials } from "../rpc/credentials.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import { type Clock, machineClock } from "../util/clock.ts";
import { entryOf } from "../util/collections.ts";
import type { Random } from "../util/random.ts";
import type { Stopwatch } from "../util/stopwatch.ts";
import { type Milliseconds, type Seconds, toWholeSeconds } from "../util/time.ts";
import type { Audience, RealmEvent } from "./events/event.ts";
import type { EventCounter } from "./events/event-counter.ts";
import type { LoggedEvent } from "./events/event-log.ts";
import type { Listeners } from "./events/listeners.ts";
import type { Queue, Queues } from "./events/queues.ts";
import type { Outbox } from "./outbox.ts";
import type { Mover } from "./shipping/mover.ts";
import type { Shipper } from "./shipping/shipper.ts";
import type { StoreCheck } from "./shipping/store-check.ts";
import type { Timers } from "./timers.ts";

export interface RealmIdentity {
  /** The organization's number: the first part of its rows' keys in D1. */
  readonly id: number;
  readonly subdomain: string;
  readonly created_at: Seconds;
}

/** The messages whose rows the realm holds, besides D1. */
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
  /** The log of the organization, whose lines name it. */
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

/** A call that the realm serves, and who makes it. */
export interface Caller {
  readonly facts: RequestFacts;
  /** The account, once the call is admitted; null where it comes from nobody. */
  actor: Actor | null;
  /** The way in which the call names its account; null where it does not. */
  readonly credentials: Credentials | null;
  /** Whether it is a command of the server's operator, who has the setup token. */
  isOperator: boolean;
  /** The directory that calls, by its connection (SCIM), once the call is admitted. */
  directory?: { readonly id: number; readonly name: string };
  /** The login service for which a part of the call acts; its id is that of the connection, if owners have made it. */
  service?: { readonly id: number | null; readonly name: string } | undefined;
}

/** Names a value that is computed from the realm's tables and kept while the object is in memory. */
export interface CacheKey<T> {
  readonly name: string;
  readonly _type?: T;
}
export const cacheKey = <T>(name: string): CacheKey<T> => ({ name });

/**
 * A point where higher features take part in what a lower feature does, without being imported by it: the lower feature
 * declares and runs the hook, higher features list their handlers. Handlers run within the same change.
 */
interface Hook<Args extends readonly unknown[], Result = void> {
  readonly name: string;
  readonly _handler?: Handler<Args, Result>;
}

type Handler<Args extends readonly unknown[], Result> = (realm: Realm, ...args: Args) => Result;

/** A feature's action at a hook. */
export interface HookHandler {
  readonly hook: string;
  readonly handle: Handler<never, unknown>;
}

/** Declares a hook. */
export const hook = <Args extends readonly unknown[], Result = void>(name: string): Hook<Args, Result> => ({ name });

/** Runs for each event within its change, whether or not anybody receives it. */
export const eventEmittedHook = hook<[event: RealmEvent]>("event emitted");

/** Runs within a change that ends a key, a session or an account. */
export const loginsEndedHook = hook<[user: UserId | undefined]>("logins ended");

/** A handler of a hook, for a feature's `handlers`. */
export const on = <Args extends readonly unknown[], Result>(
  { name }: Hook<Args, Result>,
  handle: Handler<Args, Result>,
): HookHandler => ({ hook: name, handle });

/** An organization, as features see it: its tables, its clock, and the way to change it, with events. */
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
  /** When the object came into memory. */
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

  /** The log of what operators should know. Its lines name the organization and the work in progress. */
  get log(): Log {
    return this.#log;
  }

  /** The call that is served; undefined for what a job or a timer does. */
  get caller(): Caller | undefined {
    return this.#caller;
  }

  /** Runs a synchronous block that serves a call, with a log whose lines name it. */
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

  /** The domain of API emails. It does not depend on how a client reached the server. */
  get host(): string {
    const { subdomain } = this.identity;
    return subdomain === "" ? this.config.rootDomain : `${subdomain}.${this.config.rootDomain}`;
  }

  /** The organization's URL for everything that leaves the server. It does not depend on how a client reached it. */
  get url(): string {
    return siteOf(this.identity.subdomain, this.config);
  }

  /**
   * Loads the rows of old messages from D1 into the realm, where they stay until `release`. Jobs use this; an endpoint
   * lists what it needs in its `messagesToLoad`.
   */
  loadMessages(ids: readonly number[]): Promise<{ release(): void }> {
    return this.#parts.messages.load(ids);
  }

  /** The id from which on the realm holds all messages; older ones may be in D1 alone. */
  holdsFrom(): number {
    return this.#parts.messages.holdsFrom();
  }

  /** Whether the realm itself holds all messages with these ids that there are. */
  holds(ids: readonly number[]): boolean {
    return this.#parts.messages.holds(ids);
  }

  /** The time since 1970 in whole seconds, the protocol's unit. */
  seconds(): Seconds {
    return toWholeSeconds(this.clock.milliseconds());
  }

  /** Runs the handlers of a hook, in the order of the features. */
  run<Args extends readonly unknown[]>(hook: Hook<Args>, ...args: Args): void {
    for (const handle of this.#handlersOf(hook)) handle(this, ...args);
  }

  /** Runs the handlers of a hook, in the order of the features, and returns their results. */
  collect<Args extends readonly unknown[], Result>(hook: Hook<Args, Result>, ...args: Args): Result[] {
    return this.#handlersOf(hook).map((handle) => handle(this, ...args));
  }

  /** The result of the only handler of a hook. */
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

  /** The id of the newest event. */
  get lastEventId(): number {
    return this.#parts.counter.last;
  }

  /**
   * Sends an event to the queues of its audiences, as part of the change. A user in several audiences is in the first.
   * Nothing is written for an event that no queue receives.
   */
  emit(event: RealmEvent, ...audiences: Audience[]): void {
    this.#emit(event, audiences, true);
  }

  /** Sends an event that matters only at this moment, such as typing: it is kept in memory only. */
  emitTransient(event: RealmEvent, ...audiences: Audience[]): void {
    this.#emit(event, audiences, false);
  }

  /** Runs work after the change has committed: for values in memory, which a rollback would not restore. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** Runs work as a change of its own if the change is refused: for what is to be known of refusals, which undo all else. */
  ifRefused(work: () => void): void {
    this.#ifRefused.push(work);
  }

  /**
   * Ends the streams and polls whose login does not hold any more, those of a user or all, once the change has committed.
   * Whatever ends a key, a session or an account calls it.
   */
  loginsEnded(user?: UserId): void {
    this.afterCommit(() => this.#parts.listeners.checkLogins(user));
    this.run(loginsEndedHook, user);
  }

  /** Ends a queue, and answers the poll that waits on it. */
  endQueue(queue: Queue): void {
    this.queues.delete(queue);
    this.afterCommit(() => this.queues.forget(queue));
  }

  /** Ends all queues of a user: its clients have to register again. */
  endQueuesOf(user: UserId): void {
    this.loginsEnded(user);
    for (const queue of [...this.queues.ofUser(user)]) this.endQueue(queue);
  }

  /** Ends a user's queues that have been idle for longest, and keeps some. A queue with a waiting client is not idle. */
  endIdleQueuesOf(user: UserId, keep: number): void {
    const queues = [...this.queues.ofUser(user)];
    if (queues.length <= keep) return;
    const { listeners } = this.#parts;
    const byIdleness = queues
      .map((queue) => ({ queue, isWaiting: listeners.isWaiting(queue) }))
      .sort((a, b) => Number(a.isWaiting) - Number(b.isWaiting) || a.queue.seenAt - b.queue.seenAt);
    for (const { queue } of byIdleness.slice(0, queues.length - keep)) this.endQueue(queue);
  }

  /** A value computed from the tables, kept in memory until `forget`, which whoever changes the tables must call. */
  cached<T>(key: CacheKey<T>, compute: () => T): T {
    if (this.#cache.has(key.name)) return this.#cache.get(key.name) as T;
    const value = compute();
    this.#cache.set(key.name, value);
    return value;
  }

  /** The value in memory, if there is one: for code that updates it together with the tables. */
  peek<T>(key: CacheKey<T>): T | undefined {
    return this.#cache.get(key.name) as T | undefined;
  }

  forget(key: CacheKey<unknown>): void {
    this.#cache.delete(key.name);
  }

  /** Forgets all values in memory, for a change that writes tables of many features at once. */
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
          // Most refusals write nothing: then the cached values still hold.
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
    for (const act of acts) act();
    if (events.length > 0) {
      queues.log.commit(events);
      this.#parts.listeners.wake(events);
      this.#tidy();
    }
    this.timers.arm();
    this.outbox.start((event, error, about) => this.#parts.log.failure(event, error, about));
    this.shipper.shipSoon();
    return result;
  }

  #emit(event: RealmEvent, audiences: readonly Audience[], stored: boolean): void {
    this.queues.checkKind(event.kind);
    this.run(eventEmittedHook, event);
    const groups = this.queues.recipients(event, audiences);
    if (groups === undefined) return;
    const { log } = this.queues;
    const logged = { ...event, id: this.#parts.counter.next(), groups };
    this.#events.push(stored ? log.append(logged) : log.inMemoryOnly(logged));
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
