import { connect, type Socket } from "node:net";
import { type Reply, ResponseReader } from "./response-reader.ts";

/**
 * How long an idle connection is reused. workerd closes it after five seconds, and loses a request sent at that moment.
 */
const IDLE_MS = 2500;

/**
 * A keep-alive connection with one request in flight at a time. With an HTTP library, the measured time would include
 * that of the library.
 */
export class Connection {
  readonly #port: number;
  #socket: Socket | undefined;
  #usedAt = 0;
  #settle: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends a complete request, as returned by `request` in requests.ts: each character is a byte. */
  async send(request: string): Promise<Reply> {
    await this.ready();
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket?.write(request, "latin1");
    });
  }

  /** Connects, unless a connection is open and hasn't been idle for long. */
  async ready(): Promise<void> {
    if (this.#socket === undefined || performance.now() - this.#usedAt > IDLE_MS) await this.#open();
  }

  close(): void {
    this.#settle = undefined;
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #open(): Promise<void> {
    this.close();
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    const reader = new ResponseReader();
    socket.on("data", (part) => {
      const reply = reader.read(part);
      if (reply === undefined) return;
      this.#usedAt = performance.now();
      const settle = this.#settle;
      this.#settle = undefined;
      settle?.resolve(reply);
    });
    return new Promise((resolve, reject) => {
      const end = (error: Error) => {
        reject(error);
        if (this.#socket !== socket) return;
        this.#settle?.reject(error);
        this.#settle = undefined;
        this.#socket = undefined;
      };
      socket.once("connect", () => {
        this.#socket = socket;
        this.#usedAt = performance.now();
        resolve();
      });
      socket.once("error", end);
      socket.once("close", () => end(new Error(`port ${this.#port} closed a connection before its answer`)));
    });
  }
}
