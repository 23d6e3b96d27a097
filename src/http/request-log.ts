import type { Config } from "../config.ts";

/** One line for each request; never a credential, never a content. */
export interface RequestLine {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly realm: string;
}

const GATHER_MS = 50;
const MOST_GATHERED = 200;

/** Lines that wait to be written together: on one's own machine, writing each by itself costs a fifth of the throughput. */
let gathered: string[] = [];

export function logRequest(
  line: RequestLine,
  { logRequests }: Pick<Config, "logRequests">,
  context: ExecutionContext,
): void {
  if (logRequests === "off") return;
  const text = JSON.stringify(line);
  if (logRequests === "each") {
    console.log(text);
    return;
  }
  gathered.push(text);
  if (gathered.length >= MOST_GATHERED) flush();
  else if (gathered.length === 1) context.waitUntil(scheduler.wait(GATHER_MS).then(flush));
}

function flush(): void {
  if (gathered.length > 0) console.log(gathered.join("\n"));
  gathered = [];
}
