import type { Config } from "../config/config.ts";
import { fractionOf, machineRandom, type Random } from "../util/random.ts";
import type { LogFields } from "./log.ts";
import { output } from "./output.ts";

/** The fields of every log line about a request. They are filled in while the request is served. */
export type RequestTrail = LogFields & {
  readonly request: string;
  readonly method: string;
  route: string;
  /** Whether clients send the request periodically by themselves, as polls and presence pings. */
  background?: true | undefined;
  subdomain?: string;
  /** The organization's number. */
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
/** With `logRequests` "problems", one in this many requests without a problem is logged too. */
const ONE_IN = 100;

/**
 * Lines that wait to be written together. Writing each by itself costs a fifth of the throughput of a self-hosted
 * server.
 */
let gathered: string[] = [];

/** Logs a request, or skips it, as the deployment's setting `logRequests` says. */
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
      gathered.push(textOf(trail, outcome));
      if (gathered.length >= MAX_GATHERED) flush();
      else if (gathered.length === 1) context.waitUntil(scheduler.wait(GATHER_MS).then(flush));
      return;
    default:
      logRequests satisfies never;
  }
}

/**
 * Whether a request failed or was slow. Background requests are slow because they wait, so that only failures count.
 */
const isProblem = ({ background }: RequestTrail, { status, ms }: ResponseSummary) =>
  status >= 500 || (background !== true && ms > SLOW_MS);

const isSampled = (random: Random) => fractionOf(random) < 1 / ONE_IN;

const levelOf = ({ status }: ResponseSummary) => (status >= 500 ? "warn" : "info");
const textOf = (trail: RequestTrail, outcome: ResponseSummary & { readonly one_in?: number }) =>
  JSON.stringify({ level: levelOf(outcome), event: "request", ...trail, ...outcome });
const write = (trail: RequestTrail, outcome: ResponseSummary & { readonly one_in?: number }) =>
  output.write(levelOf(outcome), textOf(trail, outcome));

function flush(): void {
  if (gathered.length > 0) output.write("info", gathered.join("\n"));
  gathered = [];
}
