import { setTimeout as pause } from "node:timers/promises";
import { unavailable } from "./refusal.mjs";

/**
 * A client's connection, as far as admission deals with it.
 *
 * @typedef {object} Connection
 * @property {number} since when its phase began, or the first byte of a head came
 * @property {boolean} waits whether its request waits for events, instead of being worked on
 * @property {boolean} isWorkedOn whether the runtime has a request of it that it will answer without waiting
 * @property {number} bytesToCome of the body of its request, as far as they are known
 * @property {boolean} hasUpstream
 * @property {(port: number) => void} go passes its request on to the runtime
 * @property {() => void} queue
 * @property {() => void} leaveUpstream
 * @property {(refusal: import("./refusal.mjs").Refusal) => void} refuse
 * @property {() => void} destroy
 * @property {(now: number) => void} check ends what has taken too long
 */

/** Decides which connections may stay open, and when a request is passed to the runtime. */
export class Admission {
  #capacity;
  /** @type {number | null} the runtime's port, while it serves */
  #port = null;
  /** @type {Set<Connection>} */
  #all = new Set();
  // The sets are in the order of insertion.
  /** @type {Set<Connection>} that have not sent a whole request since their last answer */
  #idle = new Set();
  /** @type {Set<Connection>} that have been answered for the last time */
  #ending = new Set();
  /** @type {Set<Connection>} */
  #queued = new Set();
  /** @type {Set<Connection>} queued with a request that waits for events */
  #queuedToWait = new Set();
  /** @type {Set<Connection>} that have a connection to the runtime */
  #upstream = new Set();
  /** @type {Set<Connection>} that have one and no request on it */
  #spare = new Set();
  /** @type {Set<Connection>} whose request waits for events at the runtime */
  #waiting = new Set();

  /**
   * @param {import("./descriptors.mjs").Capacity} capacity @param {import("./times.mjs").Times} times
   * @param {import("./disk-room.mjs").DiskRoom} room
   */
  constructor(capacity, times, room) {
    this.#capacity = capacity;
    this.times = times;
    this.room = room;
    /** Whether the runtime is being replaced on purpose. */
    this.isReplacing = false;
  }

  /** The runtime serves at a port. @param {number} port */
  open(port) {
    this.#port = port;
    this.isReplacing = false;
    this.#advance();
  }

  /** The runtime does not serve. */
  shut() {
    this.#port = null;
    for (const connection of [...this.#spare]) connection.leaveUpstream();
  }

  /**
   * The runtime will be replaced. What comes now is for the next one; what waits for events is asked again there.
   *
   * @param {number} ms how long it waits at most for the answers that are still worked on
   */
  async drain(ms) {
    this.isReplacing = true;
    this.shut();
    const deadline = performance.now() + ms;
    while (performance.now() < deadline && [...this.#upstream].some(({ isWorkedOn }) => isWorkedOn)) await pause(10);
  }

  /** @param {number} now */
  check(now) {
    for (const connection of [...this.#all]) connection.check(now);
    this.#advance();
  }

  destroy() {
    this.shut();
    for (const connection of [...this.#queued]) connection.refuse(unavailable("The server ends. Please try again."));
    for (const connection of [...this.#all]) connection.destroy();
  }

  /** Adds a new connection; where there is no room left, another one is closed for it. @param {Connection} connection */
  add(connection) {
    if (this.#all.size >= this.#capacity.clients) this.#makeRoom(connection);
    this.#all.add(connection);
    if (!this.#ending.has(connection)) this.#idle.add(connection);
  }

  /** @param {Connection} newcomer */
  #makeRoom(newcomer) {
    const [ending] = this.#ending;
    const [idle] = this.#idle;
    const [queued] = this.#queuedToWait;
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

  /** @param {Connection} connection */
  #end(connection) {
    this.remove(connection);
    connection.destroy();
  }

  /** How many bytes of bodies are still to come, over all connections. */
  get promisedBytes() {
    let bytes = 0;
    for (const { bytesToCome } of this.#all) bytes += bytesToCome;
    return bytes;
  }

  /** Passes a connection's whole request on, at once or when there is room. @param {Connection} connection */
  submit(connection) {
    this.#idle.delete(connection);
    if (this.#mayGo(connection)) return this.#go(connection);
    if (connection.hasUpstream) connection.leaveUpstream();
    this.enqueue(connection);
  }

  /** Queues a connection's request until there is room. @param {Connection} connection */
  enqueue(connection) {
    (connection.waits ? this.#queuedToWait : this.#queued).add(connection);
    connection.queue();
  }

  /** Takes note that a connection's request has been answered. @param {Connection} connection */
  answered(connection) {
    this.#idle.add(connection);
    this.#spare.add(connection);
    this.#waiting.delete(connection);
    if (this.#queued.size + this.#queuedToWait.size > 0) this.#advance();
  }

  /** Takes note that a connection to the runtime has ended. @param {Connection} connection */
  upstreamClosed(connection) {
    this.#upstream.delete(connection);
    this.#spare.delete(connection);
    this.#waiting.delete(connection);
    if (this.#queued.size + this.#queuedToWait.size > 0) setImmediate(() => this.#advance());
  }

  /** Takes note that a connection has had its last answer. @param {Connection} connection */
  markEnding(connection) {
    this.#unlist(connection);
    this.#ending.add(connection);
  }

  /** @param {Connection} connection */
  remove(connection) {
    this.#unlist(connection);
    this.#ending.delete(connection);
    this.#all.delete(connection);
  }

  /** @param {Connection} connection */
  #unlist(connection) {
    this.#idle.delete(connection);
    this.#queued.delete(connection);
    this.#queuedToWait.delete(connection);
  }

  #advance() {
    for (const queue of [this.#queued, this.#queuedToWait]) {
      for (const connection of queue) {
        if (!this.#mayGo(connection)) break;
        queue.delete(connection);
        this.#go(connection);
      }
    }
  }

  /** @param {Connection} connection */
  #mayGo(connection) {
    if (this.#port === null) return false;
    if (connection.waits && this.#waiting.size >= this.#capacity.waiting) return false;
    if (connection.hasUpstream || this.#upstream.size < this.#capacity.upstreams) return true;
    const [spare] = this.#spare;
    spare?.leaveUpstream();
    return spare !== undefined;
  }

  /** @param {Connection} connection */
  #go(connection) {
    if (this.#port === null) return;
    this.#upstream.add(connection);
    this.#spare.delete(connection);
    if (connection.waits) this.#waiting.add(connection);
    connection.go(this.#port);
  }
}

const tooMany = () => unavailable("Too many clients are waiting. Please try again later.", 5);
