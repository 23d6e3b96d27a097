import type { Config } from "../config/config.ts";
import { fractionOf, machineRandom, type Random } from "../util/random.ts";
import type { LogFields } from "./log.ts";
import { output } from "./output.ts";

/** Fields of every log line about a request, filled in while it is served. */
export type RequestTrail = LogFields & {
  readonly request: string;
  readonly method: string;
  route: string;
  /** True for requests that clients send periodically, such as polls and presence pings. */
  background?: true | undefined;
  subdomain?: string;
  realm?: number | undefined;
  user?: number | undefined;
};

interface ResponseSummary {
  readonly status: number;
  readonly ms: number;
}

const GATHER_MS = 50;
const MAX_GATHERED = 200;
const SLOW_MS = 2000;
/** If `logRequests` is "problems", one in this many requests without problems is logged, too. */
const ONE_IN = 100;

/** Lines waiting to be written together. Writing each separately costs a fifth of a self-hosted server's throughput. */
let gathered: string[] = [];

export function logRequest(
  trail: RequestTrail,
  outcome: ResponseSummary,
  { logRequests }: Pick<Config, "logRequests">,
  context: Pick<ExecutionContext, "waitUntil">,
  random = machineRandom,
): void {
  switch (logRequests) {
    case "off":
      return;
    case "each":
      write(trail, outcome);
      return;
    case "problems":
      if (isProblem(trail, outcome)) write(trail, outcome);
      else if (trail.background !== true && isSampled(random)) write(trail, { ...outcome, one_in: ONE_IN });
      return;
    case "gathered":
      gathered.push(requestLine(trail, outcome));
      if (gathered.length >= MAX_GATHERED) flush();
      else if (gathered.length === 1) context.waitUntil(scheduler.wait(GATHER_MS).then(flush));
      return;
    default:
      logRequests satisfies never;
  }
}

/** True if a request failed or was slow. Background requests are slow because they wait, so only failures count. */
const isProblem = ({ background }: RequestTrail, { status, ms }: ResponseSummary) =>
  status >= 500 || (background !== true && ms > SLOW_MS);

const isSampled = (random: Random) => fractionOf(random) < 1 / ONE_IN;

const levelOf = ({ status }: ResponseSummary) => (status >= 500 ? "warn" : "info");
const requestLine = (trail: RequestTrail, outcome: ResponseSummary & { readonly one_in?: number }) =>
  JSON.stringify({ level: levelOf(outcome), event: "request", ...trail, ...outcome });
const write = (trail: RequestTrail, outcome: ResponseSummary & { readonly one_in?: number }) =>
  output.write(levelOf(outcome), requestLine(trail, outcome));

function flush(): void {
  if (gathered.length > 0) output.write("info", gathered.join("\n"));
  gathered = [];
}
