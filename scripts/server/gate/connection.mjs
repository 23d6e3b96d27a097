import { Refusal, unavailable } from "./refusal.mjs";
import { readHead } from "./request-head.mjs";
import { Upstream } from "./upstream.mjs";

const CLOSE = Buffer.from("\r\nconnection: close");
const GO_ON = Buffer.from("HTTP/1.1 100 Continue\r\n\r\n");

/** @typedef {import("node:net").Socket} Socket */
/** @typedef {import("./request-head.mjs").RequestHead} RequestHead */
/**
 * What a connection is about: the next head; a whole head that has no way to the runtime yet, or is on its way there;
 * an answer; bytes that are not HTTP; its end.
 *
 * @typedef {"reading" | "queued" | "connecting" | "answering" | "raw" | "ending"} Phase
 */

/** A client's connection: its requests go to the runtime one by one, when they are found to be in order. */
export class Connection {
  #socket;
  #room;
  #times;
  #address;
  /** @type {Phase} */
  #phase = "reading";
  /** When the phase began, or the first byte of a head came; when the request was whole; how many there were. */
  #since = performance.now();
  #wholeSince = 0;
  #requests = 0;
  /** @type {Buffer | null} what has been read and not been understood yet */
  #rest = null;
  /** @type {RequestHead | null} */
  #request = null;
  /** @type {import("./request-body.mjs").Body | null} what is still to come of the request */
  #body = null;
  /** @type {Upstream | null} */
  #upstream = null;
  #upstreamSince = 0;
  #retried = false;
  /** Whether the client has said all that it will say, and whether it is there at all. */
  #hasEnded = false;
  #isGone = false;
  #paused = false;
  /** Whether the runtime cannot take more at the moment, and since when the client does not. */
  #isStalled = false;
  #unreadSince = 0;
  #bodySince = 0;
  #bodyBytes = 0;

  /** @param {Socket} socket @param {import("./room.mjs").Room} room */
  constructor(socket, room) {
    this.#socket = socket;
    this.#room = room;
    this.#times = room.times;
    const address = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
    this.#address = Buffer.from(`x-parley-address: ${address}\r\n`, "latin1");
    socket.on("data", (part) => this.#read(part));
    socket.on("drain", () => this.#resumeAnswer());
    socket.on("end", () => this.#end());
    socket.on("error", () => {});
    socket.on("close", () => this.#vanish());
    room.takeIn(this);
  }

  /** Since when it has been idle, or at its end. */
  get since() {
    return this.#since;
  }

  /** Whether the request waits for something to happen, instead of being worked on. */
  get waits() {
    return this.#request?.waits ?? false;
  }

  get hasUpstream() {
    return this.#upstream !== null;
  }

  /** Passes the request on, over the connection that there is, or a new one to this port. @param {number} port */
  go(port) {
    if (this.#upstream !== null && performance.now() - this.#upstreamSince > this.#times.upstreamIdle)
      this.#upstream.leave();
    else if (this.#upstream !== null) return this.#send();
    this.#become("connecting");
    const upstream = new Upstream(port, {
      connected: () => this.#send(),
      answered: (part, isFirst) => this.#answer(upstream, isFirst && this.#request?.closes ? withClose(part) : part),
      drained: () => {
        this.#isStalled = false;
        this.#regulate();
      },
      gone: () => this.#lose(upstream),
    });
    this.#upstream = upstream;
  }

  queue() {
    this.#become("queued");
  }

  /** Ends the connection to the runtime. */
  leaveUpstream() {
    this.#upstream?.leave();
    this.#upstream = null;
    this.#isStalled = false;
    this.#room.release(this);
  }

  /** Answers with an error, and ends the connection. @param {Refusal} refusal */
  refuse(refusal) {
    this.#socket.write(refusal.toBytes(this.#request?.method !== "HEAD"));
    this.#finish();
  }

  destroy() {
    this.#socket.destroy();
  }

  /** Ends what has taken too long. @param {number} now */
  check(now) {
    const age = now - this.#since;
    if (this.#unreadSince > 0 && now - this.#unreadSince > this.#times.unread) return this.destroy();
    switch (this.#phase) {
      case "reading":
        if (this.#upstream !== null && now - this.#upstreamSince > this.#times.upstreamIdle) this.leaveUpstream();
        if (this.#rest !== null && age > this.#times.head)
          this.refuse(new Refusal(408, "The request did not come in time"));
        else if (age > (this.#requests > 0 ? this.#times.keptAlive : this.#times.head)) this.destroy();
        return;
      case "queued":
        if (now - this.#wholeSince > this.#times.queue)
          this.refuse(unavailable("The server is busy or starting. Please try again."));
        return;
      case "answering":
        if (this.#body !== null && !this.#isStalled) this.#checkBody(now);
        return;
      case "ending":
        if (age > this.#times.goodbye && this.#unreadSince === 0) this.destroy();
        return;
      default:
        return;
    }
  }

  /** @param {number} now */
  #checkBody(now) {
    if (now - this.#bodySince < this.#times.body) return;
    if (this.#bodyBytes < this.#times.bodyBytes)
      return this.#breakOff(new Refusal(408, "The request did not come in time"));
    this.#bodySince = now;
    this.#bodyBytes = 0;
  }

  /** @param {Phase} phase */
  #become(phase) {
    this.#phase = phase;
    this.#since = performance.now();
    this.#regulate();
  }

  /** @param {Buffer} part */
  #read(part) {
    switch (this.#phase) {
      case "reading":
        this.#keep(part);
        this.#readNext();
        return;
      case "raw":
        this.#pass([part]);
        return;
      case "ending":
        return;
      case "answering":
        if (this.#body !== null) return this.#passBody(part, []);
    }
    this.#keep(part);
    this.#regulate();
  }

  /** @param {Buffer} part */
  #keep(part) {
    // A head is timed from its first byte.
    if (this.#rest === null && this.#phase === "reading") this.#since = performance.now();
    this.#rest = this.#rest === null ? part : Buffer.concat([this.#rest, part]);
  }

  #readNext() {
    if (this.#rest === null) return;
    try {
      const request = readHead(this.#rest, this.#address);
      if (request === null) return;
      this.#rest = request.end === this.#rest.length ? null : this.#rest.subarray(request.end);
      this.#request = request;
      this.#body = request.body;
      this.#requests += 1;
      this.#retried = false;
      this.#wholeSince = performance.now();
      this.#room.enter(this);
    } catch (error) {
      this.#refuseFor(error);
    }
  }

  #send() {
    const request = this.#request;
    if (request === null || this.#upstream === null) return;
    this.#upstream.expect(request.method);
    this.#phase = "answering";
    if (this.#body === null) {
      this.#pass([request.head]);
      return;
    }
    this.#bodySince = performance.now();
    this.#bodyBytes = 0;
    const part = this.#rest;
    this.#rest = null;
    if (part !== null) return this.#passBody(part, [request.head]);
    if (request.expects) this.#socket.write(GO_ON);
    this.#pass([request.head]);
  }

  /** @param {Buffer} part @param {Buffer[]} out */
  #passBody(part, out) {
    if (this.#body === null) return;
    try {
      const end = this.#body.read(part, out);
      if (end < part.length) this.#rest = part.subarray(end);
    } catch (error) {
      return this.#refuseFor(error);
    }
    this.#bodyBytes += part.length;
    if (this.#body.isOver) this.#body = null;
    if (out.length > 0) this.#pass(out);
    if (this.#upstream?.phase === "over") this.#conclude();
  }

  /** @param {Buffer[]} parts */
  #pass(parts) {
    if (this.#upstream !== null && !this.#upstream.send(parts)) this.#isStalled = true;
    this.#regulate();
  }

  /** @param {Upstream} upstream @param {Buffer} part */
  #answer(upstream, part) {
    // Nobody is there to read it any more.
    if (this.#isGone) {
      this.leaveUpstream();
      this.#room.forget(this);
      return;
    }
    if (!this.#socket.write(part)) {
      upstream.pause();
      if (this.#unreadSince === 0) this.#unreadSince = performance.now();
    }
    if (upstream.phase === "over") this.#conclude();
    else if (upstream.phase === "switched" && this.#phase !== "raw") this.#switch();
  }

  #resumeAnswer() {
    this.#unreadSince = 0;
    this.#upstream?.resume();
  }

  #switch() {
    this.#become("raw");
    const rest = this.#rest;
    this.#rest = null;
    if (rest !== null) this.#pass([rest]);
  }

  /** The answer is whole. What is still coming of the request is read to its end as long as the runtime wants it. */
  #conclude() {
    if (this.#body !== null) return;
    const closes = this.#request?.closes;
    this.#request = null;
    this.#upstreamSince = performance.now();
    this.#become("reading");
    this.#room.rest(this);
    if (closes) return this.#finish();
    this.#readNext();
    if (this.#hasEnded && this.#phase === "reading") this.#finish();
  }

  /** The runtime has ended the connection by itself. @param {Upstream} upstream */
  #lose(upstream) {
    this.#upstream = null;
    this.#isStalled = false;
    this.#room.release(this);
    if (this.#isGone) return this.#room.forget(this);
    switch (this.#phase) {
      case "connecting":
        this.#room.putBack(this);
        return;
      case "answering":
        this.#loseAnswer(upstream);
        return;
      case "raw":
        this.#finish();
    }
  }

  /** @param {Upstream} upstream */
  #loseAnswer(upstream) {
    const request = this.#request;
    if (upstream.begun || request === null) {
      if (upstream.phase === "over" || upstream.endedWithAnswer) this.#finish();
      else this.destroy();
    } else if ((request.method === "GET" || request.method === "HEAD") && request.body === null && !this.#retried) {
      // Asked again, it is answered by the runtime's successor.
      this.#retried = true;
      this.#wholeSince = performance.now();
      this.#room.enter(this);
    } else this.refuse(unavailable("The server was interrupted, and may have done what was asked or not."));
  }

  /** @param {unknown} error */
  #refuseFor(error) {
    if (error instanceof Refusal) return this.#breakOff(error);
    // One connection's mishap is not the others'.
    console.error(error);
    this.destroy();
  }

  /** @param {Refusal} refusal */
  #breakOff(refusal) {
    if (this.#upstream?.begun && this.#request !== null) this.destroy();
    else this.refuse(refusal);
  }

  /** Says goodbye; what the client still sends is read and dropped, lest it lose the answer. */
  #finish() {
    this.#rest = null;
    this.#body = null;
    if (this.#upstream !== null) this.leaveUpstream();
    this.#become("ending");
    this.#room.letGo(this);
    this.#socket.end();
  }

  /** The client says no more; it may still listen. */
  #end() {
    this.#hasEnded = true;
    if (this.#phase === "reading") this.#finish();
    if (this.#phase === "ending") return;
    // Whoever stops waiting for something to happen does it like this.
    const isWaiting = this.waits && this.#upstream?.begun !== true;
    if (this.#phase === "raw" || this.#body !== null || isWaiting) this.destroy();
  }

  #vanish() {
    this.#isGone = true;
    const isWorkedOn = this.#phase === "answering" && this.#body === null && !this.waits;
    // What is being done is done to its end.
    if (isWorkedOn && this.#upstream !== null && !this.#upstream.begun) return;
    if (this.#upstream !== null) this.leaveUpstream();
    this.#room.forget(this);
  }

  #regulate() {
    const isFull =
      this.#isStalled ||
      (this.#rest !== null && this.#phase !== "reading") ||
      (this.#body !== null && (this.#phase === "queued" || this.#phase === "connecting"));
    const pause = isFull && this.#phase !== "ending";
    if (pause === this.#paused) return;
    this.#paused = pause;
    if (pause) this.#socket.pause();
    else this.#socket.resume();
  }
}

/** The runtime does not say that an answer is the last one, and clients would go on. @param {Buffer} answer */
function withClose(answer) {
  const lineEnd = answer.indexOf("\r\n", 0, "latin1");
  return lineEnd < 0 ? answer : Buffer.concat([answer.subarray(0, lineEnd), CLOSE, answer.subarray(lineEnd)]);
}
