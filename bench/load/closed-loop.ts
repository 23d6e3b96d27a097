import { Connection } from "./connection.ts";

/** The durations of requests, in milliseconds, and their number. */
export interface Timings {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** How much load to produce, and with which requests. */
export interface Load {
  readonly connections: number;
  readonly seconds: number;
  /** The next request; each is sent once. */
  readonly next: () => string;
}

/** Keeps a number of connections busy: each sends the next request as soon as it has the answer to the last. */
export async function closedLoop(port: number, { connections, seconds, next }: Load): Promise<Timings> {
  const times: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  const loop = async () => {
    const connection = new Connection(port);
    for (let now = performance.now(); now < end; ) {
      const reply = await connection.send(next());
      if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.body.toString().slice(0, 300)}`);
      const then = performance.now();
      times.push(then - now);
      now = then;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, loop));
  const perSecond = times.length / ((performance.now() - start) / 1000);
  times.sort((a, b) => a - b);
  return { perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** A quantile of values in ascending order. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
