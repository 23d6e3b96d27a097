import { quantile } from "./closed-loop.ts";
import type { WakeTimes } from "./waiting-requests.ts";

/** Records when clients receive something. */
export class Arrivals {
  #times: number[] = [];
  #expected = Number.POSITIVE_INFINITY;
  #all: () => void = () => {};

  add(): void {
    if (this.#expected === Number.POSITIVE_INFINITY) return;
    this.#times.push(performance.now());
    if (this.#times.length >= this.#expected) this.#all();
  }

  /** Runs `act`, and waits until `count` more arrivals are recorded. */
  async during(act: () => Promise<unknown>, count: number): Promise<WakeTimes> {
    this.#times = [];
    this.#expected = count;
    const all = new Promise<void>((resolve) => {
      this.#all = resolve;
    });
    const start = performance.now();
    await Promise.all([all, act()]);
    const after = this.#times.map((time) => time - start).sort((a, b) => a - b);
    this.#expected = Number.POSITIVE_INFINITY;
    return { first: after[0] ?? Number.NaN, p50: quantile(after, 0.5), last: after.at(-1) ?? Number.NaN };
  }
}
