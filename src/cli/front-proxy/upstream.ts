import { Socket } from "node:net";
import { ResponseReader } from "./response-reader.ts";

interface Listener {
  connected(): void;
  answered(part: Buffer, isFirst: boolean): void;
  drained(): void;
  gone(): void;
}

/** Buffer that all connections read into and copy from, because allocating one per read costs more. */
const SHARED = Buffer.allocUnsafe(64 * 1024);

/** A connection to the runtime, for one request at a time. */
export class Upstream {
  readonly #socket: PatientSocket;
  #reader: ResponseReader | null = null;
  #begun = false;
  /** Whether this process ended the connection. */
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
    // Ignored, because a "close" event follows every error.
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => {
      if (!this.#left) listener.gone();
    });
  }

  /** Prepares for the response to a request with this method. */
  expect(method: string) {
    this.#reader = new ResponseReader(method);
    this.#begun = false;
  }

  get begun() {
    return this.#begun;
  }

  get phase() {
    return this.#reader?.phase ?? null;
  }

  /** Offset of the response head's end in the last part. */
  get headEnd() {
    return this.#reader?.headEnd ?? 0;
  }

  /** Whether the connection became a WebSocket with message compression. */
  get compresses() {
    return this.#reader?.compresses ?? false;
  }

  /** Whether the end of the connection completes the response. */
  get endedWithAnswer() {
    return this.#reader?.endsWithConnection ?? false;
  }

  /** @returns whether more can be sent immediately */
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

  /** Ends the connection, aborting a request in progress. */
  leave() {
    this.#left = true;
    if (this.phase === null || this.phase === "over") this.#socket.destroy();
    else if (this.phase === "switched") this.#socket.destroySoon();
    // The runtime notices a reset at once, but an ordinary close only when it responds.
    else this.#socket.resetAndDestroy();
  }

  #read(part: Buffer, listener: Listener) {
    if (this.#left) return;
    if (this.#reader === null || this.#reader.phase === "over") {
      // The runtime sent something without a request.
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
 * The runtime can respond and close the connection in the middle of a body. An ordinary socket that is still writing
 * then gets an error, and is destroyed before it has read the response. This one is destroyed one turn of the event
 * loop later.
 */
class PatientSocket extends Socket {
  isBroken = false;

  override destroy(error?: NodeJS.ErrnoException) {
    if (error?.syscall !== "write") return super.destroy(error);
    if (!this.isBroken) {
      this.isBroken = true;
      // Two calls are needed, because the first callback runs before this turn's reads.
      setImmediate(() => setImmediate(() => super.destroy(error)));
    }
    return this;
  }
}
