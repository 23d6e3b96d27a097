import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { QueueOf } from "./stream-sockets.ts";

export type Asked = { readonly open: readonly QueueOf[]; readonly port: number } | { readonly await: true };
export type Told =
  | { readonly opened: number }
  | { readonly waits: true }
  /** When half of the clients, and all, had received a frame, in milliseconds of the system clock. */
  | { readonly p50: number; readonly last: number };

/** Streams in a separate process, which has its own file descriptors. */
export class StreamClients {
  readonly #process: ChildProcess = fork(join(import.meta.dirname, "client-process.ts"));

  async open(queues: readonly QueueOf[], port: number): Promise<void> {
    await this.#ask({ open: queues, port });
  }

  /**
   * Makes all clients wait for the next frame. Resolves once they are waiting; `came` resolves when all have received
   * it.
   */
  async wait(): Promise<{ readonly came: Promise<{ readonly p50: number; readonly last: number }> }> {
    await this.#ask({ await: true });
    return { came: this.#told() as Promise<{ p50: number; last: number }> };
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.disconnect();
    await ended;
  }

  async #ask(asked: Asked): Promise<Told> {
    const told = this.#told();
    this.#process.send(asked);
    return told;
  }

  async #told(): Promise<Told> {
    const [told] = (await once(this.#process, "message")) as [Told];
    return told;
  }
}
