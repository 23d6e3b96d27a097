import type { Config } from "../config.ts";
import type { About } from "./log.ts";
import { output } from "./output.ts";

/** What is known of a request: it is in each line about it, and grows while the request is served. */
export type RequestTrail = About & {
  readonly request: string;
  readonly method: string;
  route: string;
  subdomain?: string;
  /** The organization's number. */
  realm?: number | undefined;
  user?: number | undefined;
};

const GATHER_MS = 50;
const MOST_GATHERED = 200;

/** Lines that wait to be written together: on one's own machine, writing each by itself costs a fifth of the throughput. */
let gathered: string[] = [];

/** One line for each request; never a credential, never a content. */
export function logRequest(
  trail: RequestTrail,
  outcome: { readonly status: number; readonly ms: number },
  { logRequests }: Pick<Config, "logRequests">,
  context: Pick<ExecutionContext, "waitUntil">,
): void {
  if (logRequests === "off") return;
  const text = JSON.stringify({ level: "info", event: "request", ...trail, ...outcome });
  if (logRequests === "each") {
    output.write("info", text);
    return;
  }
  gathered.push(text);
  if (gathered.length >= MOST_GATHERED) flush();
  else if (gathered.length === 1) context.waitUntil(scheduler.wait(GATHER_MS).then(flush));
}

function flush(): void {
  if (gathered.length > 0) output.write("info", gathered.join("\n"));
  gathered = [];
}
