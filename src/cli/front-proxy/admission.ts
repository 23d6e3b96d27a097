import { setTimeout as pause } from "node:timers/promises";
import type { Capacity } from "./descriptors.ts";
import type { DiskRoom } from "./disk-room.ts";
import { type Refusal, unavailable } from "./refusal.ts";
import type { Times } from "./times.ts";

/** The parts of a client's connection that admission uses. */
interface AdmittedConnection {
  /** When the connection's current phase started, or when the first byte of a head arrived. */
  readonly since: number;
  /** True if the connection's request waits for events instead of being processed. */
  readonly waits: boolean;
  readonly opens: boolean;
  /** True if the runtime is processing the connection's request, and the request doesn't wait for events. */
  readonly isWorkedOn: boolean;
  /** Bytes of the request's body still to come, if known. */
  readonly bytesToCome: number;
  readonly hasUpstream: boolean;
  readonly isStream: boolean;
  go(port: number): void;
  queue(): void;
  leaveUpstream(): void;
  refuse(refusal: Refusal): void;
  destroy(): void;
  /** Ends all connections and requests that exceed a time limit. */
  check(now: number): void;
}

/**
 * Maximum number of WebSockets that the runtime opens at a time. After an outage, thousands are requested at once, and
 * without this limit, other requests would wait for all of them.
 */
export const MAX_OPENING = 16;

/**
 * Maximum number of queued polls that are passed on at a time. After an outage, thousands arrive at once. The runtime
 * gives no sign when a poll starts waiting, so each gets a fixed time (`times.settling`).
 */
export const MAX_SETTLING = 16;

/** Decides which connections can stay open, and when a request is passed to the runtime. */
export class Admission {
  readonly times: Times;
  readonly room: DiskRoom;
  isReplacing = false;
  #capacity: Capacity;
  /** The runtime's port, or null while it isn't serving. */
  #port: number | null = null;
  #all = new Set<AdmittedConnection>();
  // Sets iterate in insertion order: oldest first.
  /** Connections that haven't sent a complete request since their last response. */
  #idle = new Set<AdmittedConnection>();
  /** Connections that have received their last response. */
  #ending = new Set<AdmittedConnection>();
  #queued = new Set<AdmittedConnection>();
  /** Connections queued with a request that waits for events. */
  #queuedToWait = new Set<AdmittedConnection>();
  #queuedToOpen = new Set<AdmittedConnection>();
  /** Queued connections whose request the runtime just lost, with the time of the loss. */
  #lost = new Map<AdmittedConnection, number>();
  /** Connections with their own connection to the runtime. */
  #upstream = new Set<AdmittedConnection>();
  /** Connections with an idle connection to the runtime. */
  #spare = new Set<AdmittedConnection>();
  /** Connections whose request is waiting for events at the runtime. */
  #waiting = new Set<AdmittedConnection>();
  /** Connections whose WebSocket the runtime is opening, with the start time. */
  #opening = new Map<AdmittedConnection, number>();
  /** Connections whose queued poll was just passed on, with the time. */
  #settling = new Map<AdmittedConnection, number>();
  #settled: ReturnType<typeof setTimeout> | undefined;

  readonly #refusals = new Map<number, number>();

  constructor(capacity: Capacity, times: Times, room: DiskRoom) {
    this.#capacity = capacity;
    this.times = times;
    this.room = room;
  }

  open(port: number) {
    this.#port = port;
    this.isReplacing = false;
    this.#lost.clear();
    this.#advance();
  }

  shut() {
    this.#port = null;
    clearTimeout(this.#settled);
    this.#settled = undefined;
    for (const connection of [...this.#spare]) connection.leaveUpstream();
  }

  /**
   * Prepares for a replacement of the runtime: new requests wait for the next runtime, and requests that wait for
   * events are sent to it again.
   *
   * @param ms maximum time to wait for requests in progress
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

  /** Adds a new connection, and closes another one if there is no room left. */
  add(connection: AdmittedConnection) {
    if (this.#all.size >= this.#capacity.clients) this.#makeRoom(connection);
    this.#all.add(connection);
    if (!this.#ending.has(connection)) this.#idle.add(connection);
  }

  #makeRoom(newcomer: AdmittedConnection) {
    const [ending] = this.#ending;
    const [idle] = this.#idle;
    const [queued] = this.#queuedToWait.size > 0 ? this.#queuedToWait : this.#queuedToOpen;
    // Spares fresh connections if possible: a new one is about to send a request, and one that just got its last
    // response is about to close.
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

  /** Current numbers of connections, and refusals so far. */
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

  /** Body bytes still expected over all connections. */
  get promisedBytes() {
    let bytes = 0;
    for (const { bytesToCome } of this.#all) bytes += bytesToCome;
    return bytes;
  }

  /** Passes a connection's complete request on, immediately or when there is room. */
  submit(connection: AdmittedConnection) {
    this.#idle.delete(connection);
    // A poll must not overtake the queued ones.
    const isLater = polls(connection) && this.#queuedToWait.size > 0;
    if (!isLater && this.#mayGo(connection)) return this.#go(connection);
    if (connection.hasUpstream) connection.leaveUpstream();
    this.enqueue(connection);
  }

  enqueue(connection: AdmittedConnection) {
    this.#opening.delete(connection);
    this.#settling.delete(connection);
    (connection.opens ? this.#queuedToOpen : connection.waits ? this.#queuedToWait : this.#queued).add(connection);
    connection.queue();
  }

  /**
   * Queues a request that the runtime lost. The same runtime doesn't get it again right away, because a runtime that is
   * shutting down may still accept connections.
   */
  requeue(connection: AdmittedConnection) {
    this.#lost.set(connection, performance.now());
    this.enqueue(connection);
  }

  longestQueue({ waits }: Pick<AdmittedConnection, "waits">) {
    if (this.isReplacing) return this.times.replacement;
    return waits ? this.times.queueToWait : this.times.queue;
  }

  opened(connection: AdmittedConnection) {
    this.#opening.delete(connection);
    if (this.#queuedToOpen.size > 0) this.#advance();
  }

  answered(connection: AdmittedConnection) {
    this.#idle.add(connection);
    this.#spare.add(connection);
    this.#waiting.delete(connection);
    this.#opening.delete(connection);
    this.#settling.delete(connection);
    if (this.#queuedSize > 0) this.#advance();
  }

  upstreamClosed(connection: AdmittedConnection) {
    this.#upstream.delete(connection);
    this.#spare.delete(connection);
    this.#waiting.delete(connection);
    this.#opening.delete(connection);
    this.#settling.delete(connection);
    if (this.#queuedSize > 0) setImmediate(() => this.#advance());
  }

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

  /**
   * True if another WebSocket can be opened. One that has been opening for too long waits for something else, and no
   * longer counts towards the limit.
   */
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

/** True if a connection's request waits for events without becoming a WebSocket. */
const polls = ({ waits, opens }: AdmittedConnection) => waits && !opens;

const tooMany = () => unavailable("Too many clients are waiting. Try again later.", 5);
