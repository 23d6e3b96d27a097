import { type Clock, pageClock } from "../../wire/clock.ts";
import { CLOSED, type EndReason, RoomError, type RoomFrame, type RoomRequest, type RoomResponse } from "./frames.ts";

type Socket = Pick<WebSocket, "readyState" | "send" | "close" | "onopen" | "onmessage" | "onclose">;

interface SocketParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly connect: () => Socket;
  /** This tab's name, which identifies the device to the room. */
  readonly device: string;
  /** `move`: the call moves here from another device of the user. `too`: this device joins in addition. */
  readonly as: "move" | "too";
  /**
   * The key that this device announces, in an encrypted call. Without a key, it joins as a device that can't encrypt.
   */
  readonly key?: Promise<string | undefined> | undefined;
  readonly onFrame: (frame: RoomFrame) => void;
  /** Called when the connection is lost (false) or restored. */
  readonly onLink: (isLinked: boolean) => void;
  readonly onEnd: (why: EndReason) => void;
}

const PING_MS = 10_000;
/** A connection that doesn't open or answer a ping within this time counts as hanging. */
const PING_TIMEOUT_MS = 6_000;
/** Random delay before reconnecting, because a server that restarts loses all members at once. */
const BACK_MS = { least: 200, most: 3_000 };
/** Longest wait for an answer. The room waits ten seconds for the media server, and twice for some requests. */
const ANSWER_MS = 30_000;
/** Time before reconnecting is abandoned, a bit longer than the room keeps a lost member's place. */
const GIVE_UP_MS = 90_000;

/** Why the room permanently refuses a `hello`, by error code. */
const REFUSALS = { LOCKED: "locked", DEVICES: "devices" } as const;

/** The socket of a call's room. After a lost connection, it reconnects as the same member. */
export class RoomSocket {
  readonly #parts: SocketParts;
  #socket: Socket | undefined;
  #resume: string | undefined;
  #isIn = false;
  #isOver = false;
  #lostAt: number | undefined;
  #requests = 0;
  /** Handlers of pending requests, by request number. */
  readonly #waiting = new Map<number, (answer: RoomResponse | RoomError) => void>();
  #cancel = () => {};

  constructor(parts: SocketParts) {
    this.#parts = parts;
    this.#open();
  }

  /**
   * Sends a request to the room. Drops the request if the connection is lost, because reconnecting sends the current
   * state anyway.
   */
  send(request: RoomRequest): void {
    if (this.#isIn) this.#say(request);
  }

  /** Sends a request to the room, and waits for the answer. Throws a `RoomError` with the code LOST if none arrives. */
  ask(request: RoomRequest): Promise<RoomResponse> {
    return new Promise((resolve, reject) => {
      if (!this.#isIn) return reject(new RoomError("LOST"));
      this.#say(request);
      const n = this.#requests;
      const settle = (answer: RoomResponse | RoomError) => {
        this.#waiting.delete(n);
        cancel();
        if (answer instanceof RoomError) reject(answer);
        else resolve(answer);
      };
      const cancel = this.#parts.clock.after(ANSWER_MS, () => settle(new RoomError("LOST")));
      this.#waiting.set(n, settle);
    });
  }

  leave(why: EndReason = "left"): void {
    if (this.#isOver) return;
    this.send({ type: "leave" });
    this.#finish(why);
  }

  /** Checks at once whether the connection still works, for example after the network has changed. */
  check(): void {
    if (this.#isIn) this.#ping();
    else if (this.#socket === undefined && !this.#isOver) {
      this.#cancel();
      this.#open();
    }
  }

  #say(request: RoomRequest): void {
    this.#requests += 1;
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ ...request, n: this.#requests }));
  }

  #open(): void {
    const { clock, key, connect } = this.#parts;
    const socket = connect();
    this.#socket = socket;
    this.#cancel = clock.after(PING_TIMEOUT_MS * 2, () => this.#lose(socket));
    socket.onopen = () => {
      if (key === undefined) this.#greet();
      else void key.then((announced) => socket === this.#socket && this.#greet(announced));
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#hear(String(data));
    };
    socket.onclose = ({ code }) => this.#lose(socket, code);
  }

  #greet(key?: string): void {
    const { device, as } = this.#parts;
    const back = this.#resume === undefined ? {} : { resume: this.#resume };
    const encrypted = key === undefined ? {} : { key };
    const can = key === undefined ? ["sfu", "mesh"] : ["sfu", "mesh", "e2ee"];
    this.#say({ type: "hello", v: 1, device, can, as, ...back, ...encrypted });
  }

  #hear(text: string): void {
    // Any frame shows that the connection works.
    if (this.#isIn) this.#pingLater();
    if (text === "pong") return;
    const frame: RoomFrame | (RoomResponse & { readonly type?: undefined }) = JSON.parse(text);
    if (frame.type === undefined) {
      if (frame.error !== undefined && !this.#isIn) this.#refused(frame.code);
      const answer = frame.error === undefined ? frame : new RoomError(frame.code ?? "");
      this.#waiting.get(frame.ok ?? frame.error ?? 0)?.(answer);
      return;
    }
    if (frame.type === "state") {
      this.#resume = frame.resume;
      this.#isIn = true;
      this.#lostAt = undefined;
      this.#pingLater();
    }
    this.#parts.onFrame(frame);
    if (frame.type === "state") this.#parts.onLink(true);
  }

  #refused(code: string | undefined): void {
    this.#finish(REFUSALS[code as keyof typeof REFUSALS] ?? "unreachable");
  }

  #pingLater(): void {
    this.#cancel();
    this.#cancel = this.#parts.clock.after(PING_MS, () => this.#ping());
  }

  #ping(): void {
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.OPEN) socket.send("ping");
    this.#cancel();
    this.#cancel = this.#parts.clock.after(PING_TIMEOUT_MS, () => socket && this.#lose(socket));
  }

  #lose(socket: Socket, code?: number): void {
    if (socket !== this.#socket || this.#isOver) return;
    this.#cancel();
    this.#socket = undefined;
    if (code === undefined) socket.close();
    const { clock, random, onLink } = this.#parts;
    const why = CLOSED[code as keyof typeof CLOSED];
    if (why !== undefined && why !== "unheard") {
      this.#finish(why);
      return;
    }
    if (this.#isIn) onLink(false);
    this.#isIn = false;
    this.#answerNone();
    this.#lostAt ??= clock.now();
    if (clock.now() - this.#lostAt > GIVE_UP_MS) this.#finish("unreachable");
    else {
      const wait = BACK_MS.least + random() * (BACK_MS.most - BACK_MS.least);
      this.#cancel = clock.after(wait, () => this.#open());
    }
  }

  #finish(why: EndReason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancel();
    this.#socket?.close();
    this.#socket = undefined;
    this.#isIn = false;
    this.#answerNone();
    this.#parts.onEnd(why);
  }

  #answerNone(): void {
    for (const settle of [...this.#waiting.values()]) settle(new RoomError("LOST"));
  }
}

function connectRoom(call: number | string): Socket {
  const url = new URL(`/json/calls/${call}/room`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return new WebSocket(url);
}

export const openRoom = (
  call: number | string,
  parts: Pick<SocketParts, "device" | "as" | "key" | "onFrame" | "onLink" | "onEnd">,
): RoomSocket => new RoomSocket({ clock: pageClock, random: Math.random, connect: () => connectRoom(call), ...parts });
