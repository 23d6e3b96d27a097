import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Person } from "../../process/support/person.ts";

export interface Watched {
  /** How long each GET /health and each of the colleague's messages took, in milliseconds. */
  readonly health: readonly number[];
  readonly sends: readonly number[];
  /** Peak memory of workerd. */
  readonly peakBytes: number;
  /** Descriptions of requests that weren't answered with status 200. */
  readonly faults: readonly string[];
}

export interface Watching {
  readonly colleague: Pick<Person, "url" | "host" | "email" | "key" | "id">;
  /** The channel that the colleague writes to. */
  readonly channel: number;
  /** The process whose memory is measured. */
  readonly pid: number;
}

/** Starts measuring in a separate thread, which the requests of this one don't delay. Calling the result stops it. */
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
