import type { PageContext } from "../endpoints/page.ts";

/** Whether the browser that asks for a page is logged in. */
export const hasPageSession = async ({ request, call }: Pick<PageContext, "request" | "call">): Promise<boolean> =>
  /\bsessionid=/.test(request.headers.get("cookie") ?? "") && (await call("GET /users/me")).ok;

/** Leads a browser on after a form, with the cookies that the API has set. */
export function redirectPage(to: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ Location: to, "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}
