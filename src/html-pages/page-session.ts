import type { PageContext } from "../api/page.ts";
import type { EndReason } from "../protocol/errors.ts";

/** How a session ended: `over` if it expired. Otherwise, its account ended it, with the reason if known. */
export type Ending = "over" | "ended" | EndReason;
/** `unknown` if it can't be determined right now. */
type Standing = "none" | "live" | "owing" | Ending | "unknown";

export async function pageSession({ request, call }: Pick<PageContext, "request" | "call">): Promise<Standing> {
  if (!/\bsessionid=/.test(request.headers.get("cookie") ?? "")) return "none";
  const answer = await call("GET /users/me");
  const { ok, status } = answer;
  if (ok) return "live";
  const { code, ended_by_account, ended_reason } = await answer.json<{
    code?: string;
    ended_by_account?: boolean;
    ended_reason?: EndReason;
  }>();
  // Accounts that must first set up a passkey or a second factor can't do anything else.
  if (code === "SECOND_FACTOR_SETUP_REQUIRED") return "owing";
  if (status !== 401) return "unknown";
  return ended_by_account === true ? (ended_reason ?? "ended") : "over";
}

/** Redirects a browser after a form, with the cookies set by the API. */
export function redirectPage(to: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ Location: to, "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}
