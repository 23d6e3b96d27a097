import { quantile } from "./closed-loop.ts";
import { Connection } from "./connection.ts";

/** When the first, the median and the last request were answered, in milliseconds. */
export interface WakeTimes {
  readonly first: number;
  readonly p50: number;
  readonly last: number;
}

/** Many connections, each with one request waiting for its response. */
export class WaitingRequests {
  readonly #port: number;
  readonly #requests: (() => string)[] = [];
  readonly #connections: Connection[] = [];
  readonly #received: (body: string, index: number) => void;
  readonly #waiting: Promise<number>[] = [];

  /** `received` is called with each response and the index of its connection. */
  constructor(port: number, received: (body: string, index: number) => void = () => {}) {
    this.#port = port;
    this.#received = received;
  }

  get size(): number {
    return this.#requests.length;
  }

  add(request: () => string): void {
    this.#requests.push(request);
    this.#connections.push(new Connection(this.#port));
  }

  /** Sends all requests. Resolves once they are on their way. */
  async send(): Promise<void> {
    await Promise.all(
      this.#connections.map(async (connection, index) => {
        await connection.ready();
        this.#waiting[index] = this.#wait(index);
      }),
    );
  }

  /**
   * Runs `act`, which causes the responses. Returns when the responses arrived, measured from the start of this call.
   */
  async answeredBy(act: () => Promise<unknown>): Promise<WakeTimes> {
    const start = performance.now();
    const [times] = await Promise.all([Promise.all(this.#waiting), act()]);
    const after = times.map((time) => time - start).sort((a, b) => a - b);
    return { first: after[0] ?? Number.NaN, p50: quantile(after, 0.5), last: after.at(-1) ?? Number.NaN };
  }

  /** Sends each request again as soon as it is answered, until `isOver` returns true. */
  async waitUntil(isOver: () => boolean): Promise<void> {
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
    this.#received(text, index);
    return time;
  }
}
