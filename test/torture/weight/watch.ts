import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Person } from "../../process/support/person.ts";

/** What was seen of a server meanwhile. */
export interface Watched {
  /** How long each GET /health took, and each message of a colleague. */
  readonly health: readonly number[];
  readonly sends: readonly number[];
  /** The most memory that it held. */
  readonly peakBytes: number;
  /** What was answered other than well. */
  readonly faults: readonly string[];
}

export interface Watching {
  readonly colleague: Pick<Person, "url" | "host" | "email" | "key" | "id">;
  /** Where the colleague says something. */
  readonly channel: number;
  /** Whose memory is looked at. */
  readonly pid: number;
}

/** Watches from a thread of its own, which is not held up by what this one sends. Tells what it saw when it is stopped. */
export function watch(watching: Watching): () => Promise<Watched> {
  const { url, host, email, key, id } = watching.colleague;
  const workerData: Watching = { ...watching, colleague: { url, host, email, key, id } };
  const thread = new Worker(new URL("./watch-thread.ts", import.meta.url), { workerData, execArgv: [] });
  const told = once(thread, "message");
  told.catch(() => {});
  return async () => {
    thread.postMessage("stop");
    const [watched] = (await told) as [Watched];
    return watched;
  };
}
