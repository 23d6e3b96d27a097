import { setTimeout as pause } from "node:timers/promises";
import type { Capacity } from "./descriptors.ts";
import type { DiskRoom } from "./disk-room.ts";
import { type Refusal, unavailable } from "./refusal.ts";
import type { Times } from "./times.ts";

/** A client's connection, as far as admission deals with it. */
interface AdmittedConnection {
  /** When its phase began, or the first byte of a head came. */
  readonly since: number;
  /** Whether its request waits for events, instead of being worked on. */
  readonly waits: boolean;
  /** Whether its request asks for a WebSocket. */
  readonly opens: boolean;
  /** Whether the runtime has a request of it that it will answer without waiting. */
  readonly isWorkedOn: boolean;
  /** The bytes of its request's body that are still to come, as far as they are known. */
  readonly bytesToCome: number;
  readonly hasUpstream: boolean;
  /** Whether it has become a WebSocket. */
  readonly isStream: boolean;
  /** Passes its request on to the runtime. */
  go(port: number): void;
  queue(): void;
  leaveUpstream(): void;
  refuse(refusal: Refusal): void;
  destroy(): void;
  /** Ends what has taken too long. */
  check(now: number): void;
}

/**
 * The most WebSockets that the runtime opens at a time: after an outage thousands are asked for at once, and whatever else is
 * asked meanwhile waits for these alone.
 */
export const MAX_OPENING = 16;

/**
 * The most polls that had to queue and are passed on at a time: after an outage thousands ask at once. The runtime says nothing
 * of one that waits, so that each is given some time (`times.settling`).
 */
export const MAX_SETTLING = 16;

/** Decides which connections may stay open, and when a request is passed to the runtime. */
export class Admission {
  readonly times: Times;
  readonly room: DiskRoom;
  /** Whether the runtime is being replaced on purpose. */
  isReplacing = false;
  #capacity: Capacity;
  /** The runtime's port, while it serves. */
  #port: number | null = null;
  #all = new Set<AdmittedConnection>();
  // The sets are in the order of insertion.
  /** Connections that have not sent a whole request since their last answer. */
  #idle = new Set<AdmittedConnection>();
  /** Connections that have been answered for the last time. */
  #ending = new Set<AdmittedConnection>();
  #queued = new Set<AdmittedConnection>();
  /** Connections that are queued with a request that waits for events. */
  #queuedToWait = new Set<AdmittedConnection>();
  /** Connections that are queued with a request for a WebSocket. */
  #queuedToOpen = new Set<AdmittedConnection>();
  /** Queued connections whose request the runtime lost a moment ago, with the time when. */
  #lost = new Map<AdmittedConnection, number>();
  /** Connections that have one of their own to the runtime. */
  #upstream = new Set<AdmittedConnection>();
  /** Connections that have one to the runtime, and no request on it. */
  #spare = new Set<AdmittedConnection>();
  /** Connections whose request waits for events at the runtime. */
  #waiting = new Set<AdmittedConnection>();
  /** Connections whose WebSocket the runtime is opening, with the time since when. */
  #opening = new Map<AdmittedConnection, number>();
  /** Connections whose queued poll was passed on a moment ago, with the time when. */
  #settling = new Map<AdmittedConnection, number>();
  #settled: ReturnType<typeof setTimeout> | undefined;

  /** The number of refusals, by their status. */
  readonly #refusals = new Map<number, number>();

  constructor(capacity: Capacity, times: Times, room: DiskRoom) {
    this.#capacity = capacity;
    this.times = times;
    this.room = room;
  }

  /** The runtime serves at a port. */
  open(port: number) {
    this.#port = port;
    this.isReplacing = false;
    this.#lost.clear();
    this.#advance();
  }

  /** The runtime does not serve. */
  shut() {
    this.#port = null;
    clearTimeout(this.#settled);
    this.#settled = undefined;
    for (const connection of [...this.#spare]) connection.leaveUpstream();
  }

  /**
   * The runtime will be replaced. What comes now is for the next one; what waits for events is asked again there.
   *
   * @param ms how long it waits at most for the answers that are still worked on
   */
  async drain(ms: number) {
    this.isReplacing = true;
    this.shut();
    const deadline = performance.now() + ms;
    while (performance.now() < deadline && [...this.#upstream].some(({ isWorkedOn }) => isWorkedOn)) await pause(10);
  }

  check(now: number) {
    for (const connection of [...this.#all]) connection.check(now);
    for (const [connection, since] of this.#lost) if (since < now - this.times.ending) this.#lost.delete(connection);
    this.#advance();
  }

  destroy() {
    this.shut();
    for (const connection of [...this.#queued]) connection.refuse(unavailable("The server is stopping. Try again."));
    for (const connection of [...this.#all]) connection.destroy();
  }

  /** Adds a new connection; where there is no room left, another one is closed for it. */
  add(connection: AdmittedConnection) {
    if (this.#all.size >= this.#capacity.clients) this.#makeRoom(connection);
    this.#all.add(connection);
    if (!this.#ending.has(connection)) this.#idle.add(connection);
  }

  #makeRoom(newcomer: AdmittedConnection) {
    const [ending] = this.#ending;
    const [idle] = this.#idle;
    const [queued] = this.#queuedToWait.size > 0 ? this.#queuedToWait : this.#queuedToOpen;
    // A new connection is about to send a request, and one that has just had its last answer is about to close.
    const old = performance.now() - this.times.fresh;
    if (ending && ending.since < old) return this.#end(ending);
    if (idle && idle.since < old) return this.#end(idle);
    if (this.#all.size >= this.#capacity.clients + this.#capacity.refused) {
      if (!ending) return idle ? this.#end(idle) : newcomer.destroy();
      this.#end(ending);
    }
    if (queued) queued.refuse(tooMany());
    else newcomer.refuse(tooMany());
  }

  #end(connection: AdmittedConnection) {
    this.remove(connection);
    connection.destroy();
  }

  countRefusal(status: number) {
    this.#refusals.set(status, (this.#refusals.get(status) ?? 0) + 1);
  }

  /** The numbers of connections at the moment, and of refusals so far. */
  get counts() {
    const streams = [...this.#waiting].filter(({ isStream }) => isStream).length;
    return {
      connections: this.#all.size,
      queued: this.#queuedSize,
      polls: this.#waiting.size - streams,
      streams,
      refused: [...this.#refusals],
    };
  }

  get #queuedSize() {
    return this.#queued.size + this.#queuedToWait.size + this.#queuedToOpen.size;
  }

  /** The bytes of bodies that are still to come, over all connections. */
  get promisedBytes() {
    let bytes = 0;
    for (const { bytesToCome } of this.#all) bytes += bytesToCome;
    return bytes;
  }

  /** Passes a connection's whole request on, at once or when there is room. */
  submit(connection: AdmittedConnection) {
    this.#idle.delete(connection);
    // A poll does not overtake those that wait for their turn.
    const isLater = polls(connection) && this.#queuedToWait.size > 0;
    if (!isLater && this.#mayGo(connection)) return this.#go(connection);
    if (connection.hasUpstream) connection.leaveUpstream();
    this.enqueue(connection);
  }

  /** Queues a connection's request until there is room. */
  enqueue(connection: AdmittedConnection) {
    this.#opening.delete(connection);
    this.#settling.delete(connection);
    (connection.opens ? this.#queuedToOpen : connection.waits ? this.#queuedToWait : this.#queued).add(connection);
    connection.queue();
  }

  /** Queues a request that the runtime has lost, but not for the same one at once: while it ends it may take connections. */
  requeue(connection: AdmittedConnection) {
    this.#lost.set(connection, performance.now());
    this.enqueue(connection);
  }

  /** The time that a connection's request is queued at most. */
  longestQueue({ waits }: AdmittedConnection) {
    if (this.isReplacing) return this.times.replacement;
    return waits ? this.times.queueToWait : this.times.queue;
  }

  /** Takes note that the runtime has opened a connection's WebSocket. */
  opened(connection: AdmittedConnection) {
    this.#opening.delete(connection);
    if (this.#queuedToOpen.size > 0) this.#advance();
  }

  /** Takes note that a connection's request has been answered. */
  answered(connection: AdmittedConnection) {
    this.#idle.add(connection);
    this.#spare.add(connection);
    this.#waiting.delete(connection);
    this.#opening.delete(connection);
    this.#settling.delete(connection);
    if (this.#queuedSize > 0) this.#advance();
  }

  /** Takes note that a connection to the runtime has ended. */
  upstreamClosed(connection: AdmittedConnection) {
    this.#upstream.delete(connection);
    this.#spare.delete(connection);
    this.#waiting.delete(connection);
    this.#opening.delete(connection);
    this.#settling.delete(connection);
    if (this.#queuedSize > 0) setImmediate(() => this.#advance());
  }

  /** Takes note that a connection has had its last answer. */
  markEnding(connection: AdmittedConnection) {
    this.#unlist(connection);
    this.#ending.add(connection);
  }

  remove(connection: AdmittedConnection) {
    this.#unlist(connection);
    this.#ending.delete(connection);
    this.#all.delete(connection);
  }

  #unlist(connection: AdmittedConnection) {
    this.#idle.delete(connection);
    this.#lost.delete(connection);
    this.#queued.delete(connection);
    this.#queuedToWait.delete(connection);
    this.#queuedToOpen.delete(connection);
  }

  #advance() {
    for (const queue of [this.#queued, this.#queuedToWait, this.#queuedToOpen]) {
      for (const connection of queue) {
        if (this.#lost.has(connection)) continue;
        if (!this.#mayGo(connection) || (polls(connection) && !this.#maySettle())) break;
        queue.delete(connection);
        if (polls(connection)) this.#settling.set(connection, performance.now());
        this.#go(connection);
      }
    }
  }

  #maySettle() {
    const { settling } = this.times;
    const old = performance.now() - settling;
    for (const [connection, since] of this.#settling) if (since <= old) this.#settling.delete(connection);
    if (this.#settling.size < MAX_SETTLING) return true;
    this.#settled ??= setTimeout(() => {
      this.#settled = undefined;
      this.#advance();
    }, settling);
    return false;
  }

  #mayGo(connection: AdmittedConnection) {
    if (this.#port === null) return false;
    if (connection.waits && this.#waiting.size >= this.#capacity.waiting) return false;
    if (connection.opens && !this.#mayOpen()) return false;
    if (connection.hasUpstream || this.#upstream.size < this.#capacity.upstreams) return true;
    const [spare] = this.#spare;
    spare?.leaveUpstream();
    return spare !== undefined;
  }

  /** A WebSocket that takes long waits for something, and keeps no others from being opened. */
  #mayOpen() {
    const old = performance.now() - this.times.opening;
    for (const [connection, since] of this.#opening) if (since < old) this.#opening.delete(connection);
    return this.#opening.size < MAX_OPENING;
  }

  #go(connection: AdmittedConnection) {
    if (this.#port === null) return;
    if (connection.opens) this.#opening.set(connection, performance.now());
    this.#upstream.add(connection);
    this.#spare.delete(connection);
    if (connection.waits) this.#waiting.add(connection);
    connection.go(this.#port);
  }
}

/** Whether a connection's request waits for events without becoming a WebSocket. */
const polls = ({ waits, opens }: AdmittedConnection) => waits && !opens;

const tooMany = () => unavailable("Too many clients are waiting. Try again later.", 5);
