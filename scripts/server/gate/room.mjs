import { unavailable } from "./refusal.mjs";

/** @typedef {import("./connection.mjs").Connection} Connection */

/** Decides which connections may stay, and which requests may go to the runtime. */
export class Room {
  #capacity;
  /** @type {number | null} the runtime's, while it serves */
  #port = null;
  /** @type {Set<Connection>} */
  #all = new Set();
  // Each of these is in the order of arrival.
  /** @type {Set<Connection>} that have not sent a whole request since their last answer */
  #idle = new Set();
  /** @type {Set<Connection>} that have been answered for the last time */
  #ending = new Set();
  /** @type {Set<Connection>} */
  #queued = new Set();
  /** @type {Set<Connection>} queued with a request that waits */
  #queuedToWait = new Set();
  /** @type {Set<Connection>} that have a connection to the runtime */
  #upstream = new Set();
  /** @type {Set<Connection>} that have one and no request on it */
  #spare = new Set();
  /** @type {Set<Connection>} whose request waits at the runtime */
  #waiting = new Set();

  /** @param {import("./descriptors.mjs").Capacity} capacity @param {import("./times.mjs").Times} times */
  constructor(capacity, times) {
    this.#capacity = capacity;
    this.times = times;
  }

  /** The runtime serves at a port. @param {number} port */
  open(port) {
    this.#port = port;
    this.#advance();
  }

  /** The runtime does not serve. */
  shut() {
    this.#port = null;
    for (const connection of [...this.#spare]) connection.leaveUpstream();
  }

  /** @param {number} now */
  check(now) {
    for (const connection of [...this.#all]) connection.check(now);
    this.#advance();
  }

  destroy() {
    this.shut();
    for (const connection of [...this.#all]) connection.destroy();
  }

  /** A new connection; where there is no room left, another one has to go for it. @param {Connection} connection */
  takeIn(connection) {
    if (this.#all.size >= this.#capacity.clients) this.#makeRoom(connection);
    this.#all.add(connection);
    if (!this.#ending.has(connection)) this.#idle.add(connection);
  }

  /** @param {Connection} newcomer */
  #makeRoom(newcomer) {
    const [ending] = this.#ending;
    const [idle] = this.#idle;
    const [queued] = this.#queuedToWait;
    // Whoever has just come is about to ask, and whoever has just been answered is about to leave.
    const old = performance.now() - this.times.fresh;
    if (ending && ending.since < old) return this.#end(ending);
    if (idle && idle.since < old) return this.#end(idle);
    if (this.#all.size >= this.#capacity.clients + this.#capacity.goodbyes) {
      if (!ending) return idle ? this.#end(idle) : newcomer.destroy();
      this.#end(ending);
    }
    if (queued) queued.refuse(tooMany());
    else newcomer.refuse(tooMany());
  }

  /** @param {Connection} connection */
  #end(connection) {
    this.forget(connection);
    connection.destroy();
  }

  /** A connection's whole request goes on, now or when it can. @param {Connection} connection */
  enter(connection) {
    this.#idle.delete(connection);
    if (this.#mayGo(connection)) return this.#go(connection);
    if (connection.hasUpstream) connection.leaveUpstream();
    this.putBack(connection);
  }

  /** It has to wait before it tries to go on. @param {Connection} connection */
  putBack(connection) {
    (connection.waits ? this.#queuedToWait : this.#queued).add(connection);
    connection.queue();
  }

  /** Its request has been answered. @param {Connection} connection */
  rest(connection) {
    this.#idle.add(connection);
    this.#spare.add(connection);
    this.#waiting.delete(connection);
    if (this.#queued.size + this.#queuedToWait.size > 0) this.#advance();
  }

  /** It has no connection to the runtime any more. @param {Connection} connection */
  release(connection) {
    this.#upstream.delete(connection);
    this.#spare.delete(connection);
    this.#waiting.delete(connection);
    if (this.#queued.size + this.#queuedToWait.size > 0) setImmediate(() => this.#advance());
  }

  /** It has been answered for the last time. @param {Connection} connection */
  letGo(connection) {
    this.#unlist(connection);
    this.#ending.add(connection);
  }

  /** @param {Connection} connection */
  forget(connection) {
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
