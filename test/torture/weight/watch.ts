import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Person } from "../../process/support/person.ts";

export interface Watched {
  /** Durations of each GET /health and each colleague's message, in milliseconds. */
  readonly health: readonly number[];
  readonly sends: readonly number[];
  /** Peak memory of workerd. */
  readonly peakBytes: number;
  /** Requests without status 200. */
  readonly faults: readonly string[];
}

export interface Watching {
  readonly colleague: Pick<Person, "url" | "host" | "email" | "key" | "id">;
  /** The channel that the colleague writes to. */
  readonly channel: number;
  /** The process whose memory is measured. */
  readonly pid: number;
}

/** Measures from a separate thread, which this one's requests don't delay. The result stops it. */
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
