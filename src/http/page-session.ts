import type { PageContext } from "../endpoints/page.ts";

/** How it stands with the session of the browser that asks for a page; "unknown" where nobody can say now. */
export async function pageSession({
  request,
  call,
}: Pick<PageContext, "request" | "call">): Promise<"none" | "live" | "owing" | "ended" | "unknown"> {
  if (!/\bsessionid=/.test(request.headers.get("cookie") ?? "")) return "none";
  const { ok, status } = await call("GET /users/me");
  if (ok) return "live";
  // Whoever has to set up a passkey or a second factor first may do nothing else.
  if (status === 403) return "owing";
  return status === 401 ? "ended" : "unknown";
}

/** Leads a browser on after a form, with the cookies that the API has set. */
export function redirectPage(to: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ Location: to, "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}
