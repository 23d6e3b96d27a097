import { type PageContext, page } from "../../../api/page.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import { actionTable, schemaTable, slackNameOf } from "./slack-entry.ts";

/** Slack's error names, by this server's error codes. */
const ERRORS: Readonly<Record<string, string>> = {
  INVALID_AUDIT_TOKEN: "invalid_auth",
  AUDIT_TOKEN_WITHOUT_OWNER: "account_inactive",
  REALM_DEACTIVATED: "team_access_not_granted",
  NETWORK_NOT_ALLOWED: "accesslimited",
  RATE_LIMIT_HIT: "ratelimited",
  INVALID_CURSOR: "invalid_cursor",
};

const noStore = { "Cache-Control": "no-store" };

const refusal = (error: string, status: number, headers: Record<string, string> = {}) =>
  Response.json({ ok: false, error }, { status, headers: { ...noStore, ...headers } });

/** Calls an endpoint with the token in a request. Converts errors to Slack's form. */
async function askWithToken({ request, url, call }: PageContext, route: string): Promise<Response> {
  const header = request.headers.get("authorization");
  if (header === null) return refusal("not_authed", 401, { "WWW-Authenticate": "Bearer" });
  const [, token] = /^Bearer +(\S+)\s*$/i.exec(header) ?? [];
  // API keys of accounts are sent differently, and work for other endpoints.
  if (token === undefined) return refusal("not_allowed_token_type", 403);
  const answer = await call(route, { ...Object.fromEntries(url.searchParams), token: hashKey(token) });
  if (answer.ok) return answer;
  const { code = "" } = await answer.json<{ code?: string }>();
  const retryAfter = answer.headers.get("retry-after");
  const error =
    ERRORS[code] ??
    (answer.status === 404 ? "not_found" : answer.status < 500 ? "invalid_arguments" : "service_unavailable");
  return refusal(error, answer.status, retryAfter === null ? {} : { "Retry-After": retryAfter });
}

/** Returns one string field of an endpoint's response as a page. */
async function textPage(answer: Response, field: string): Promise<Response> {
  if (!answer.ok) return answer;
  const reply = await answer.json<Record<string, string>>();
  return new Response(reply[field], { headers: { "Content-Type": "text/plain; charset=utf-8", ...noStore } });
}

/** Returns an endpoint's response as JSON without `result` and `msg`. */
async function jsonOf(answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const { result: _, msg: __, ...reply } = await answer.json<Record<string, unknown>>();
  return Response.json(reply, { headers: noStore });
}

/** The audit log for other programs (src/features/server/audit-streaming/README.md). */
export const auditPages = [
  page("GET /audit/v1/logs", (context) => askWithToken(context, "GET /audit_feeds/logs")),
  page("GET /audit/v1/schemas", () => Response.json(schemaTable)),
  page("GET /audit/v1/actions", ({ url }) =>
    Response.json(actionTable(url.searchParams.get("names") === "slack" ? slackNameOf : (action) => action)),
  ),
  page("GET /audit/v1/key", async ({ call }) => textPage(await call("GET /audit_feeds/key"), "key")),
  page("GET /audit/v1/checkpoint", async (context) =>
    textPage(await askWithToken(context, "GET /audit_feeds/checkpoint"), "checkpoint"),
  ),
  page("GET /audit/v1/proof/inclusion", async (context) =>
    jsonOf(await askWithToken(context, "GET /audit_feeds/inclusion")),
  ),
  page("GET /audit/v1/proof/consistency", async (context) =>
    jsonOf(await askWithToken(context, "GET /audit_feeds/consistency")),
  ),
];
