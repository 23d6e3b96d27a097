import { quantile } from "./closed-loop.ts";
import { Connection } from "./connection.ts";

export interface WakeTimes {
  readonly first: number;
  readonly p50: number;
  readonly last: number;
}

/** Many connections, each with one request that waits. */
export class Waiters {
  readonly #port: number;
  readonly #requests: (() => string)[] = [];
  readonly #connections: Connection[] = [];
  readonly #heard: (body: string, index: number) => void;
  readonly #waiting: Promise<number>[] = [];

  /** Each answer is handed to `heard`, with the number of whoever waited. */
  constructor(port: number, heard: (body: string, index: number) => void = () => {}) {
    this.#port = port;
    this.#heard = heard;
  }

  get size(): number {
    return this.#requests.length;
  }

  add(request: () => string): void {
    this.#requests.push(request);
    this.#connections.push(new Connection(this.#port));
  }

  /** Sends the requests that wait; resolves when they are on their way. */
  async park(): Promise<void> {
    await Promise.all(
      this.#connections.map(async (connection, index) => {
        await connection.ready();
        this.#waiting[index] = this.#wait(index);
      }),
    );
  }

  /** When each was answered: in milliseconds from this call, which does the waking. */
  async wokenBy(act: () => Promise<unknown>): Promise<WakeTimes> {
    const start = performance.now();
    const [times] = await Promise.all([Promise.all(this.#waiting), act()]);
    const after = times.map((time) => time - start).sort((a, b) => a - b);
    return { first: after[0] ?? Number.NaN, p50: quantile(after, 0.5), last: after.at(-1) ?? Number.NaN };
  }

  /** Waits again and again, for as long as told. */
  async keepWaiting(isOver: () => boolean): Promise<void> {
    const loop = async (index: number) => {
      while (!isOver()) await this.#wait(index);
    };
    await Promise.all(this.#connections.map((_, index) => loop(index)));
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  async #wait(index: number): Promise<number> {
    const { status, body } = (await this.#connections[index]?.send(this.#requests[index]?.() ?? "")) ?? {};
    const time = performance.now();
    const text = body?.toString() ?? "";
    if (status !== 200) throw new Error(`a waiting request was answered ${status}: ${text.slice(0, 300)}`);
    this.#heard(text, index);
    return time;
  }
}
