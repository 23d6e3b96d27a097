import type { PageContext } from "../endpoints/page.ts";
import type { EndReason } from "../protocol/errors.ts";

/** A session that is no more: `over` if it has run out, or else was ended by its account, with the reason if that is known. */
export type Ending = "over" | "ended" | EndReason;
/** `unknown` is where no one can say now. */
type Standing = "none" | "live" | "owing" | Ending | "unknown";

/** The state of the session of the browser that asks for a page. */
export async function pageSession({ request, call }: Pick<PageContext, "request" | "call">): Promise<Standing> {
  if (!/\bsessionid=/.test(request.headers.get("cookie") ?? "")) return "none";
  const answer = await call("GET /users/me");
  const { ok, status } = answer;
  if (ok) return "live";
  // Accounts that have to set up a passkey or a second factor first may do nothing else.
  if (status === 403) return "owing";
  if (status !== 401) return "unknown";
  const { ended_by_account, ended_reason } = await answer.json<{
    ended_by_account?: boolean;
    ended_reason?: EndReason;
  }>();
  return ended_by_account === true ? (ended_reason ?? "ended") : "over";
}

/** Leads a browser on after a form, with the cookies that the API has set. */
export function redirectPage(to: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ Location: to, "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}
