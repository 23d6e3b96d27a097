import { type PageContext, page } from "../../../api/page.ts";
import { databasesOf } from "../../../database/databases.ts";
import { Log } from "../../../logging/log.ts";
import { CONTENT_TYPE, exposition } from "../../../metrics/exposition.ts";
import { type Numbers, series } from "../../../metrics/families.ts";
import { numbersOf } from "../../../metrics/reports.ts";
import { failure } from "../../../protocol/envelope.ts";
import { notLoggedIn } from "../../../protocol/errors.ts";
import { PARLEY_VERSION } from "../../../protocol/version.ts";
import { newerVersion } from "../server-info/newer-version.ts";
import { serverNumbers } from "./server-numbers.ts";
import { checkSetupToken, isSetupOpen } from "./setup-token.ts";

const tokenOf = ({ headers }: Request): string | undefined =>
  /^bearer +(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];

/** True if the setup token is sent as a bearer token, or if none is required. Throws if the token is wrong. */
async function isAskedByOperator({ request, facts, config, env }: PageContext): Promise<boolean> {
  const token = tokenOf(request);
  if (token === undefined) return isSetupOpen(config);
  await checkSetupToken(token, { config, env, request: facts, log: new Log() });
  return true;
}

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

async function healthOf({ call }: PageContext): Promise<{ status: number; health: Record<string, unknown> }> {
  const response = await call("GET /health/whole");
  const health = await response.json<Record<string, unknown>>();
  if (response.ok) return { status: health["status"] === "failing" ? 503 : 200, health };
  const told = { result: "success", msg: "", status: "ok", organization: false };
  if (response.status < 500) return { status: 200, health: told };
  return { status: 503, health: { ...health, status: "failing", reason: health["msg"], organization: true } };
}

/**
 * GET /health, for monitoring. Returns 503 if the organization's database doesn't accept writes. Without the setup
 * token as a bearer token, the response only contains the overall status. With it, the response has all details,
 * including the machine's and what every organization last reported while awake.
 */
export const healthPage = page(
  "GET /health",
  async (context) => {
    const isOperator = await isAskedByOperator(context);
    const { status, health } = await healthOf(context);
    if (isOperator) {
      const [{ machine, organizations }, newer] = await Promise.all([serverNumbers(context), newerVersion(context)]);
      return Response.json({ ...health, version: PARLEY_VERSION, ...newer, machine, organizations }, { status });
    }
    return Response.json({ result: health["result"], msg: "", status: health["status"] }, { status });
  },
  { limited: false },
);
