import { Socket } from "node:net";
import { ResponseReader } from "./response-reader.ts";

/** Reports of a connection to the runtime. */
interface Listener {
  connected(): void;
  /** A part of the answer has come. */
  answered(part: Buffer, isFirst: boolean): void;
  drained(): void;
  /** The runtime has closed the connection by itself. */
  gone(): void;
}

/** The buffer that all connections read into and copy from, which is cheaper than one for each read. */
const SHARED = Buffer.allocUnsafe(64 * 1024);

/** A connection to the runtime, for one request at a time. */
export class Upstream {
  readonly #socket: PatientSocket;
  #reader: ResponseReader | null = null;
  #begun = false;
  /** Whether this process has ended the connection. */
  #left = false;

  constructor(port: number, listener: Listener) {
    this.#socket = new PatientSocket({
      noDelay: true,
      onread: {
        buffer: SHARED,
        callback: (size, bytes) => {
          this.#read(Buffer.from(bytes.subarray(0, size)), listener);
          return true;
        },
      },
    });
    this.#socket.connect({ host: "127.0.0.1", port });
    this.#socket.on("connect", () => listener.connected());
    this.#socket.on("drain", () => listener.drained());
    // An error is always followed by the end.
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => {
      if (!this.#left) listener.gone();
    });
  }

  /** @param method of the request that is about to be sent */
  expect(method: string) {
    this.#reader = new ResponseReader(method);
    this.#begun = false;
  }

  /** Whether any of the answer has come. */
  get begun() {
    return this.#begun;
  }

  /** The state of the answer; null between requests. */
  get phase() {
    return this.#reader?.phase ?? null;
  }

  /** The place where the answer's head ended in the part that came last. */
  get headEnd() {
    return this.#reader?.headEnd ?? 0;
  }

  /** Whether it has become a WebSocket whose messages can be compressed. */
  get compresses() {
    return this.#reader?.compresses ?? false;
  }

  /** Whether the answer is whole now that the connection has ended. */
  get endedWithAnswer() {
    return this.#reader?.endsWithConnection ?? false;
  }

  /** @returns whether more may follow at once */
  send(parts: Buffer[]) {
    if (this.#socket.isBroken) return true;
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return this.#socket.write(only);
    this.#socket.cork();
    for (const part of parts) this.#socket.write(part);
    this.#socket.uncork();
    return !this.#socket.writableNeedDrain;
  }

  pause() {
    this.#socket.pause();
  }

  resume() {
    this.#socket.resume();
  }

  /** Ends it; a request that is still being worked on is broken off. */
  leave() {
    this.#left = true;
    if (this.phase === null || this.phase === "over") this.#socket.destroy();
    else if (this.phase === "switched") this.#socket.destroySoon();
    // The runtime notices a reset at once, and an ordinary end only when it answers.
    else this.#socket.resetAndDestroy();
  }

  #read(part: Buffer, listener: Listener) {
    if (this.#left) return;
    if (this.#reader === null || this.#reader.phase === "over") {
      // The runtime sends something though there was no request.
      this.#socket.destroy();
      return;
    }
    const isFirst = !this.#begun;
    this.#begun = true;
    try {
      const end = this.#reader.read(part);
      listener.answered(end === part.length ? part : part.subarray(0, end), isFirst);
    } catch {
      this.#socket.destroy();
    }
  }
}

/**
 * The runtime may answer and close the connection in the middle of a body. A socket that is still writing gets an error
 * then, and is destroyed before it has read the answer. This one is destroyed a turn of the event loop later.
 */
class PatientSocket extends Socket {
  isBroken = false;

  override destroy(error?: NodeJS.ErrnoException) {
    if (error?.syscall !== "write") return super.destroy(error);
    if (!this.isBroken) {
      this.isBroken = true;
      // The first of these runs before this turn's reads.
      setImmediate(() => setImmediate(() => super.destroy(error)));
    }
    return this;
  }
}
