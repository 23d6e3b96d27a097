import { type PageContext, page } from "../../../api/page.ts";
import { PARLEY_VERSION } from "../../../protocol/version.ts";
import { newerVersion } from "../server-info/newer-version.ts";
import { isAskedByOperator } from "./bearer-token.ts";
import { serverNumbers } from "./server-numbers.ts";

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
      const [{ machine, organizations }, newer] = await Promise.all([serverNumbers(context), newerVersion(context)]);
      return Response.json({ ...health, version: PARLEY_VERSION, ...newer, machine, organizations }, { status });
    }
    return Response.json({ result: health["result"], msg: "", status: health["status"] }, { status });
  },
  { limited: false },
);
