import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Person } from "../../process/support/person.ts";

/** The measurements of one period. */
export interface Watched {
  /** How long each GET /health and each message of a colleague took, in milliseconds. */
  readonly health: readonly number[];
  readonly sends: readonly number[];
  /** The most memory that workerd held. */
  readonly peakBytes: number;
  /** Requests that did not get the status 200. */
  readonly faults: readonly string[];
}

/** What to measure. */
export interface Watching {
  readonly colleague: Pick<Person, "url" | "host" | "email" | "key" | "id">;
  /** The channel that the colleague writes to. */
  readonly channel: number;
  /** The process whose memory is measured. */
  readonly pid: number;
}

/** Measures from a thread of its own, which what this one sends does not hold up. The result stops it. */
export function watch(watching: Watching): () => Promise<Watched> {
  const { url, host, email, key, id } = watching.colleague;
  const workerData: Watching = { ...watching, colleague: { url, host, email, key, id } };
  const thread = new Worker(new URL("./watch-thread.ts", import.meta.url), { workerData, execArgv: [] });
  const result = once(thread, "message");
  result.catch(() => {});
  return async () => {
    thread.postMessage("stop");
    const [watched] = (await result) as [Watched];
    return watched;
  };
}
