import { Connection } from "./connection.ts";

/** Durations of requests in milliseconds, and their rate. */
export interface Timings {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Load {
  readonly connections: number;
  readonly seconds: number;
  /** Returns the next request; each is sent once. */
  readonly next: () => string;
}

/** Keeps a number of connections busy: each sends its next request as soon as the last one is answered. */
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

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
