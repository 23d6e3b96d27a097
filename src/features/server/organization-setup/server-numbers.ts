import * as v from "valibot";
import { type PageContext, page } from "../../../api/page.ts";
import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import { databaseOf, databasesOf } from "../../../database/databases.ts";
import { storedReports } from "../../../database/stored-reports.ts";
import { Log } from "../../../logging/log.ts";
import { countsSoFar } from "../../../metrics/counts.ts";
import { CONTENT_TYPE, exposition } from "../../../metrics/exposition.ts";
import { type Numbers, series } from "../../../metrics/families.ts";
import { numbersOf, type Report, withLatest } from "../../../metrics/reports.ts";
import { failure } from "../../../protocol/envelope.ts";
import { notLoggedIn } from "../../../protocol/errors.ts";
import { PARLEY_VERSION } from "../../../protocol/version.ts";
import { checkSetupToken, isSetupOpen } from "./setup-token.ts";

const QUERY_TIMEOUT_MS = 5000;
const numbersSchema = v.record(v.string(), v.number());

/** Counters exposed before their first event, so that their first increase is visible. */
const NONE_YET = {
  parley_messages_sent_total: 0,
  parley_events_delivered_total: 0,
  parley_refused_logins_total: 0,
} satisfies Numbers;

interface ServerNumbers {
  /** Counters; on Cloudflare, summed over all isolates. */
  readonly counts: Numbers;
  /** Numbers about the machine from the process that runs the program; empty on Cloudflare. */
  readonly machine: Numbers;
  /** Reports of all organizations, each from when it was last awake. */
  readonly organizations: readonly Report[];
}

/** Collects all numbers of a server, without asking any organization. */
async function serverNumbers({ config, env }: { config: Config; env: Env }): Promise<ServerNumbers> {
  const kept = storedReports(databaseOf(env)).catch((error: unknown) => {
    new Log().trouble("reports_unreadable", error);
    return { reports: [], counts: {} };
  });
  const [machine, { reports, counts }] = await Promise.all([machineNumbers(config), kept]);
  // On your own machine, this isolate has counted everything itself.
  const counted = config.ownPort === null ? counts : countsSoFar();
  return { machine, counts: { ...NONE_YET, ...counted }, organizations: withLatest(reports) };
}

/** Fetches the numbers from src/cli/server/machine.ts. */
async function machineNumbers({ machineUrl, setupToken }: Config): Promise<Numbers> {
  if (machineUrl === null) return {};
  try {
    const headers = { authorization: `Bearer ${setupToken}` };
    const response = await fetch(machineUrl, { headers, signal: AbortSignal.timeout(QUERY_TIMEOUT_MS) });
    return v.parse(numbersSchema, await response.json());
  } catch (error) {
    new Log().trouble("machine_unknown", error);
    return {};
  }
}

const tokenOf = ({ headers }: Request): string | undefined =>
  /^bearer +(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];

/**
 * True if the server administrator requests a page, with the setup token as a bearer token. Throws on a wrong token.
 */
async function isAskedByOperator({ request, facts, config, env }: PageContext): Promise<boolean> {
  const token = tokenOf(request);
  if (token === undefined) return isSetupOpen(config);
  await checkSetupToken(token, { config, env, request: facts, log: new Log() });
  return true;
}

async function healthOf({ call }: PageContext): Promise<{ status: number; health: Record<string, unknown> }> {
  const response = await call("GET /health/whole");
  const health = await response.json<Record<string, unknown>>();
  if (response.ok) return { status: health["status"] === "failing" ? 503 : 200, health };
  const told = { result: "success", msg: "", status: "ok", organization: false };
  if (response.status < 500) return { status: 200, health: told };
  return { status: 503, health: { ...health, status: "failing", reason: health["msg"], organization: true } };
}

/**
 * GET /health, for monitoring. Returns 503 if the organization's database can't be written. Anonymous callers only get
 * the overall status; with the setup token as bearer token, the response has all details, including the machine's and
 * what all organizations last reported while awake.
 */
export const healthPage = page(
  "GET /health",
  async (context) => {
    const isOperator = await isAskedByOperator(context);
    const { status, health } = await healthOf(context);
    if (isOperator) {
      const { machine, organizations } = await serverNumbers(context);
      return Response.json({ ...health, version: PARLEY_VERSION, machine, organizations }, { status });
    }
    return Response.json({ result: health["result"], msg: "", status: health["status"] }, { status });
  },
  { limited: false },
);

/** GET /metrics for Prometheus, with the setup token as a bearer token. */
export const metricsPage = page(
  "GET /metrics",
  async (context) => {
    if (!(await isAskedByOperator(context))) return failure(notLoggedIn().toShape());
    const { config } = context;
    const [databases, { machine, counts, organizations }] = await Promise.all([
      databasesUp(context),
      serverNumbers(context),
    ]);
    const version = { [series("parley_info", { version: PARLEY_VERSION, build: config.build })]: 1 };
    const numbers = { ...version, ...databases, ...counts, ...numbersOf(organizations), ...machine };
    return new Response(exposition(numbers), { headers: { "content-type": CONTENT_TYPE } });
  },
  { limited: false },
);

async function databasesUp({ env }: PageContext): Promise<Numbers> {
  const each = databasesOf(env).map(async ({ name, database }) => {
    const isUp = await database
      .prepare("SELECT 1")
      .first()
      .then(
        () => 1,
        () => 0,
      );
    return [series("parley_databases_up", { database: name }), isUp] as const;
  });
  return Object.fromEntries(await Promise.all(each));
}
