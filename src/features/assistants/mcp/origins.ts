import * as v from "valibot";
import type { PageContext } from "../../../api/page.ts";
import { OWN_MACHINE } from "../../../config/config.ts";
import { isLoopback } from "../../../config/loopback.ts";

/**
 * Whether pages of this origin can make requests: the organization's own, and on your own machine anything served
 * there. A hostname that someone else pointed at this machine doesn't count as the organization's.
 */
export function mayAsk(origin: string, { url, config }: Pick<PageContext, "url" | "config">): boolean {
  const asking = URL.parse(origin)?.host;
  if (asking === undefined) return false;
  if (isLoopback(url.host)) return isLoopback(asking);
  if (config.rootDomain !== OWN_MACHINE) return asking === url.host;
  return config.site !== null && asking === new URL(config.site).host;
}

/** Whether the organization allows requests from pages of this website. */
export async function isListed(origin: string, { ask }: Pick<PageContext, "ask">): Promise<boolean> {
  const reply = await ask("GET /assistants/origins");
  const { origins } = v.parse(v.object({ origins: v.array(v.string()) }), reply ?? { origins: [] });
  return origins.includes(origin);
}

/** Lets a website's pages read a response, including the headers on how to authenticate and when to retry. */
export function readableAt(origin: string, answer: Response): Response {
  answer.headers.set("Access-Control-Allow-Origin", origin);
  answer.headers.set("Access-Control-Expose-Headers", "WWW-Authenticate, Retry-After");
  answer.headers.append("Vary", "Origin");
  return answer;
}

/** Answers a browser's CORS preflight. */
export async function allowPage(context: PageContext): Promise<Response> {
  const origin = context.request.headers.get("origin");
  if (origin === null || !(mayAsk(origin, context) || (await isListed(origin, context))))
    return new Response(null, { status: 403, headers: { Vary: "Origin" } });
  const headers = {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name",
    "Access-Control-Max-Age": "600",
  };
  return readableAt(origin, new Response(null, { status: 204, headers }));
}
