import { type Clock, pageClock } from "../../wire/clock.ts";
import { CLOSED, type EndReason, RoomError, type RoomFrame, type RoomRequest, type RoomResponse } from "./frames.ts";

/** The part of a WebSocket that is used here. */
type Socket = Pick<WebSocket, "readyState" | "send" | "close" | "onopen" | "onmessage" | "onclose">;

interface SocketParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly connect: () => Socket;
  /** This tab's name, by which the room knows the device. */
  readonly device: string;
  /** Whether the call moves here from another device of the same person, or this one comes in beside it. */
  readonly as: "move" | "too";
  /** The key that this device announces, in an encrypted call. */
  readonly key?: Promise<string> | undefined;
  readonly onFrame: (frame: RoomFrame) => void;
  /** Called when the connection is lost (false) and there again. */
  readonly onLink: (isLinked: boolean) => void;
  readonly onEnd: (why: EndReason) => void;
}

const PING_MS = 10_000;
/** A connection hangs if it does not open, or nothing answers a ping, within this time. */
const PING_TIMEOUT_MS = 6_000;
/** The random wait before coming back, since a server that restarts loses all members at once. */
const BACK_MS = { least: 200, most: 3_000 };
/** The longest wait for an answer: the room waits for the media server for ten seconds, and twice for some requests. */
const ANSWER_MS = 30_000;
/** The first attempts fail for as long as the room keeps a place for a lost member, and a while after. */
const GIVE_UP_MS = 90_000;

/** The codes with which a hello is refused for good. */
const REFUSALS = { LOCKED: "locked", DEVICES: "devices", E2EE: "encrypted" } as const;

/** The socket of a call's room, which comes back as the same member after a lost connection. */
export class RoomSocket {
  readonly #parts: SocketParts;
  #socket: Socket | undefined;
  #resume: string | undefined;
  #isIn = false;
  #isOver = false;
  #lostAt: number | undefined;
  #requests = 0;
  /** Takes the answer to each request that waits for one, by its number. */
  readonly #waiting = new Map<number, (answer: RoomResponse | RoomError) => void>();
  #cancel = () => {};

  constructor(parts: SocketParts) {
    this.#parts = parts;
    this.#open();
  }

  /** Asks something of the room. What is asked while the connection is lost is dropped: the room's state says it again. */
  send(request: RoomRequest): void {
    if (this.#isIn) this.#say(request);
  }

  /** Asks something of the room, and waits for the answer; throws a `RoomError` where there is none, with the code LOST. */
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

  /** Leaves the call. */
  leave(why: EndReason = "left"): void {
    if (this.#isOver) return;
    this.send({ type: "leave" });
    this.#finish(why);
  }

  /** Looks at once whether the connection still works, such as after the network has changed. */
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
      else
        key
          .then((announced) => socket === this.#socket && this.#greet(announced))
          .catch(() => this.#finish("encrypted"));
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
    // Whatever comes shows that the connection works.
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

  /** The hello was refused. */
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

/** Opens the socket of a call's room, as the account that is logged in. */
function connectRoom(call: number | string): Socket {
  const url = new URL(`/json/calls/${call}/room`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return new WebSocket(url);
}

export const openRoom = (
  call: number | string,
  parts: Pick<SocketParts, "device" | "as" | "key" | "onFrame" | "onLink" | "onEnd">,
): RoomSocket => new RoomSocket({ clock: pageClock, random: Math.random, connect: () => connectRoom(call), ...parts });
