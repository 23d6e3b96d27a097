import type { PageContext } from "../endpoints/page.ts";

/** How it stands with the session of the browser that asks for a page; "unknown" where nobody can say now. */
export async function pageSession({
  request,
  call,
}: Pick<PageContext, "request" | "call">): Promise<"none" | "live" | "ended" | "unknown"> {
  if (!/\bsessionid=/.test(request.headers.get("cookie") ?? "")) return "none";
  const { ok, status } = await call("GET /users/me");
  // 403: whoever has to set up a second factor first is led on into the client, which asks for that alone.
  if (ok || status === 403) return "live";
  return status === 401 ? "ended" : "unknown";
}

/** Leads a browser on after a form, with the cookies that the API has set. */
export function redirectPage(to: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ Location: to, "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}
