import { type PageContext, page } from "../../../endpoints/page.ts";
import { PARLEY_BUILD } from "../../../protocol/version.ts";
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
 * GET /health for monitoring: answers 503 where the organization's database takes no writes. Strangers are told whether all is
 * well, and nothing else; whoever sends the setup token as a bearer token is told everything, also of the machine, and what all
 * organizations have told of themselves when they were last awake.
 */
export const healthPage = page(
  "GET /health",
  async (context) => {
    const isOperator = await isAskedByOperator(context);
    const { status, health } = await healthOf(context);
    if (isOperator) {
      const { machine, organizations } = await serverNumbers(context);
      return Response.json({ ...health, version: PARLEY_BUILD, machine, organizations }, { status });
    }
    return Response.json({ result: health["result"], msg: "", status: health["status"] }, { status });
  },
  { limited: false },
);
