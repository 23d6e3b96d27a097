import type { Socket } from "node:net";
import type { Admission } from "./admission.ts";
import { Refusal, unavailable } from "./refusal.ts";
import { type Body, BodyPace } from "./request-body.ts";
import { isRead, type RequestHead, readHead } from "./request-head.ts";
import { withClose } from "./response-reader.ts";
import type { Times } from "./times.ts";
import { Upstream } from "./upstream.ts";
import { CLIENT_FRAME_LIMITS, MAX_IN_CALL, WebSocketWatch } from "./web-socket.ts";

const tooSlow = () => new Refusal(408, "The request did not come in time");
const GO_ON = Buffer.from("HTTP/1.1 100 Continue\r\n\r\n");

/**
 * State of a connection: reading the next head; waiting with a complete head for room at the runtime, or connecting to
 * it; receiving the response; relaying WebSocket frames; ending.
 */
type Phase = "reading" | "queued" | "connecting" | "answering" | "switched" | "ending";

/** A client's connection. Passes complete, well-formed requests to the runtime, one at a time. */
export class GateConnection {
  #socket: Socket;
  #admission: Admission;
  readonly #times: Times;
  readonly #address: Buffer;
  #phase: Phase = "reading";
  /** When the phase started, or when the first byte of a head arrived. */
  #since = performance.now();
  #wholeSince = 0;
  #requests = 0;
  /** Bytes read but not parsed yet. */
  #rest: Buffer | null = null;
  #request: RequestHead | null = null;
  /** Rest of the request's body that hasn't arrived yet. */
  #body: Body | null = null;
  #upstream: Upstream | null = null;
  #webSocket: WebSocketWatch | null = null;
  #upstreamSince = 0;
  #retried = false;
  #hasEnded = false;
  #isGone = false;
  #paused = false;
  /** True while the runtime applies back-pressure to the request. */
  #isStalled = false;
  /** When the client stopped reading the response, or 0 while it reads. */
  #unreadSince = 0;
  /** When the client last sent data that was discarded. */
  #droppedAt = 0;
  readonly #pace: BodyPace;

  constructor(socket: Socket, admission: Admission, markLine: string) {
    this.#socket = socket;
    this.#admission = admission;
    this.#times = admission.times;
    this.#pace = new BodyPace(admission.times);
    const address = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
    this.#address = Buffer.from(`x-parley-address: ${address}\r\n${markLine}`, "latin1");
    socket.on("data", (part) => this.#read(part));
    socket.on("drain", () => this.#resumeAnswer());
    socket.on("end", () => this.#end());
    socket.on("error", () => {});
    socket.on("close", () => this.#vanish());
    admission.add(this);
  }

  get since() {
    return this.#since;
  }

  get waits() {
    return this.#request?.waits ?? false;
  }

  get opens() {
    return this.#request?.upgrades ?? false;
  }

  get isWorkedOn() {
    return (this.#phase === "connecting" || this.#phase === "answering") && !this.waits;
  }

  get bytesToCome() {
    return this.#body?.left ?? 0;
  }

  get hasUpstream() {
    return this.#upstream !== null;
  }

  /**
   * Passes the request on, over the open connection to the runtime, or over a new one to this port. Only a read is sent
   * on a connection that was used before: if the runtime is about to close that connection, a read can be repeated.
   */
  go(port: number) {
    if (this.#upstream !== null) {
      const isStale = performance.now() - this.#upstreamSince > this.#times.upstreamIdle;
      if (!isStale && this.#request !== null && isRead(this.#request)) return this.#send();
      this.#upstream.leave();
      this.#isStalled = false;
    }
    this.#become("connecting");
    const upstream = new Upstream(port, {
      connected: () => this.#send(),
      answered: (part, isFirst) => this.#answer(upstream, part, isFirst),
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

  leaveUpstream() {
    this.#upstream?.leave();
    this.#forgetUpstream();
  }

  #forgetUpstream() {
    this.#upstream = null;
    // Stop waiting for the runtime to accept the earlier bytes.
    this.#isStalled = false;
    this.#regulate();
    this.#admission.upstreamClosed(this);
  }

  get isStream() {
    return this.#phase === "switched";
  }

  refuse(refusal: Refusal) {
    this.#admission.countRefusal(refusal.status);
    this.#socket.write(refusal.toBytes(this.#request));
    this.#finish();
  }

  destroy() {
    this.#socket.destroy();
  }

  check(now: number) {
    const age = now - this.#since;
    if (this.#unreadSince > 0 && now - this.#unreadSince > this.#times.unread) return this.destroy();
    switch (this.#phase) {
      case "reading":
        if (this.#upstream !== null && now - this.#upstreamSince > this.#times.upstreamIdle) this.leaveUpstream();
        if (this.#rest !== null && age > this.#times.head) this.refuse(tooSlow());
        else if (age > (this.#requests > 0 ? this.#times.keptAlive : this.#times.head)) this.destroy();
        return;
      case "queued":
        if (now - this.#wholeSince > this.#admission.longestQueue(this))
          this.refuse(unavailable("The server is busy or starting. Try again."));
        return;
      case "answering":
        if (this.#body !== null && !this.#isStalled && this.#pace.isTooSlow(now)) this.#breakOff(tooSlow());
        return;
      case "switched":
        if (this.#webSocket?.isOver(now, this.#times.afterLastAnswer)) this.destroy();
        return;
      case "ending":
        if (this.#unreadSince > 0 || age < this.#times.afterLastAnswer) return;
        if (now - this.#droppedAt > this.#times.afterLastAnswer || age > this.#times.dropping) this.destroy();
        return;
      case "connecting":
        return;
    }
  }

  #become(phase: Phase) {
    this.#phase = phase;
    this.#since = performance.now();
    this.#regulate();
  }

  #read(part: Buffer) {
    switch (this.#phase) {
      case "reading":
        this.#keep(part);
        this.#readNext();
        return;
      case "switched":
        return this.#passFrames(part);
      case "ending":
        this.#droppedAt = performance.now();
        return;
      case "answering":
        if (this.#body !== null) return this.#passBody(part, []);
        break;
      case "queued":
      case "connecting":
    }
    this.#keep(part);
    this.#regulate();
  }

  #keep(part: Buffer) {
    // A head's time limit starts with its first byte.
    if (this.#rest === null && this.#phase === "reading") this.#since = performance.now();
    this.#rest = this.#rest === null ? part : Buffer.concat([this.#rest, part]);
  }

  #readNext() {
    if (this.#rest === null) return;
    try {
      const request = readHead(this.#rest, this.#address);
      if (request === null) return;
      this.#rest = request.end === this.#rest.length ? null : this.#rest.subarray(request.end);
      this.#admission.room.admit(request, () => this.#admission.promisedBytes);
      this.#request = request;
      this.#body = request.body;
      this.#requests += 1;
      this.#retried = false;
      this.#wholeSince = performance.now();
      this.#admission.submit(this);
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
    this.#pace.begin();
    const part = this.#rest;
    this.#rest = null;
    if (part !== null) return this.#passBody(part, [request.head]);
    if (request.expects) this.#socket.write(GO_ON);
    this.#pass([request.head]);
  }

  #passBody(part: Buffer, out: Buffer[]) {
    if (this.#body === null) return;
    try {
      this.#admission.room.pass(part.length);
      const end = this.#body.read(part, out);
      if (end < part.length) this.#rest = part.subarray(end);
    } catch (error) {
      return this.#refuseFor(error);
    }
    this.#pace.count(part.length);
    if (this.#body.isOver) this.#body = null;
    if (out.length > 0) this.#pass(out);
  }

  #pass(parts: Buffer[]) {
    if (this.#upstream !== null && !this.#upstream.send(parts)) this.#isStalled = true;
    this.#regulate();
  }

  #answer(upstream: Upstream, part: Buffer, isFirst: boolean) {
    if (this.#isGone) {
      this.leaveUpstream();
      return this.#admission.remove(this);
    }
    // A response before the end of the body is a rejection, and the runtime stops reading the connection.
    if (this.#request !== null && this.#body !== null && upstream.phase !== "switched") this.#request.closes = true;
    const isLast = isFirst && this.#request?.closes && upstream.phase !== "switched";
    if (!this.#socket.write(isLast ? withClose(part) : part)) {
      upstream.pause();
      if (this.#unreadSince === 0) this.#unreadSince = performance.now();
    }
    if (upstream.phase === "over") this.#conclude();
    else if (upstream.phase === "switched") this.#switch(upstream, part);
  }

  #resumeAnswer() {
    this.#unreadSince = 0;
    this.#upstream?.resume();
  }

  #switch(upstream: Upstream, part: Buffer) {
    const now = performance.now();
    if (this.#webSocket !== null) return this.#webSocket.readAnswer(part, now);
    this.#webSocket = new WebSocketWatch(
      upstream.compresses,
      this.#request?.isCall ? MAX_IN_CALL : CLIENT_FRAME_LIMITS,
    );
    this.#webSocket.readAnswer(part.subarray(upstream.headEnd), now);
    const rest = this.#rest;
    this.#rest = null;
    this.#become("switched");
    this.#admission.opened(this);
    if (rest !== null) this.#passFrames(rest);
  }

  /** Relays a client's WebSocket data. Ends the connection if it sends something forbidden. */
  #passFrames(part: Buffer) {
    const watch = this.#webSocket;
    try {
      if (watch?.read(part, performance.now())) return this.#pass([part]);
    } catch {
      return this.destroy();
    }
    if (watch?.hasEnded) this.#finish();
  }

  #conclude() {
    if (this.#request?.closes) return this.#finish();
    // If the runtime responded without reading the body, it would treat the end of the body as a connection error.
    const isSpent = this.#request?.isLong;
    this.#request = null;
    this.#upstreamSince = performance.now();
    this.#become("reading");
    this.#admission.answered(this);
    if (isSpent && this.#upstream !== null) this.leaveUpstream();
    this.#readNext();
    if (this.#hasEnded && this.#phase === "reading") this.#finish();
  }

  /** Called when the runtime closed the connection on its own. */
  #lose(upstream: Upstream) {
    this.#forgetUpstream();
    if (this.#isGone) return this.#admission.remove(this);
    if (this.#phase === "connecting") this.#admission.enqueue(this);
    else if (this.#phase === "answering") this.#loseAnswer(upstream);
    else if (this.#phase === "switched") this.#finish();
  }

  #loseAnswer(upstream: Upstream) {
    const request = this.#request;
    if (upstream.begun || request === null) {
      if (upstream.phase === "over" || upstream.endedWithAnswer) this.#finish();
      else this.destroy();
    } else if (isRead(request) && (this.#admission.isReplacing || !this.#retried)) {
      // The request can be sent again to the next runtime, but only once if it may have crashed this one.
      this.#retried = !this.#admission.isReplacing;
      this.#wholeSince = performance.now();
      this.#admission.requeue(this);
    } else this.refuse(unavailable("The server was interrupted. What you asked for might have been done."));
  }

  #refuseFor(error: unknown) {
    if (error instanceof Refusal) return this.#breakOff(error);
    // An unexpected error only ends this connection.
    console.error(error);
    this.destroy();
  }

  #breakOff(refusal: Refusal) {
    if (this.#upstream?.begun && this.#request !== null) this.destroy();
    else this.refuse(refusal);
  }

  /** Closes this side. Data the client still sends is read and dropped, because a reset could lose the response. */
  #finish() {
    this.#rest = null;
    this.#request = null;
    this.#body = null;
    if (this.#upstream !== null) this.leaveUpstream();
    this.#become("ending");
    this.#admission.markEnding(this);
    this.#socket.end();
  }

  /** Handles a half-close by the client, which can still read. */
  #end() {
    this.#hasEnded = true;
    if (this.#phase === "reading") this.#finish();
    if (this.#phase === "ending") return;
    // Clients stop waiting for events by closing their side.
    const isWaiting = this.waits && this.#upstream?.begun !== true;
    if (this.#phase === "switched" || this.#body !== null || isWaiting) this.destroy();
  }

  #vanish() {
    this.#isGone = true;
    const isWorkedOn = this.#phase === "answering" && this.#body === null && !this.waits;
    // Let a request that is being processed finish.
    if (isWorkedOn && this.#upstream !== null && !this.#upstream.begun) return;
    if (this.#upstream !== null) this.leaveUpstream();
    this.#admission.remove(this);
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
