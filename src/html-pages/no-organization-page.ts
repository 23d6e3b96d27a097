import type { PageContext } from "../api/page.ts";
import type { EndReason } from "../protocol/errors.ts";
import type { Language } from "../protocol/language.ts";
import { words } from "../protocol/words/words.ts";
import { html } from "./html.ts";
import { htmlPage } from "./html-page.ts";

const pageWords = words("noOrganization", {
  title: "No organization here",
  advice: "No organization has this URL. Check the URL, or ask the person who gave it to you.",
  operators: "If you run this server, you can create one here:",
  create: "Create an organization",
});

export function noOrganizationPage(language: Language): Response {
  const { title, advice, operators, create } = pageWords[language];
  const body = html`<p>${advice}</p>
<p class="soft">${operators}</p>
<a class="button" href="/new/">${create}</a>`;
  return htmlPage({ language, title, body, status: 404 });
}

/** On an empty server, redirects to the form that creates the first organization. */
export async function withoutOrganization({ language, ask }: Pick<PageContext, "language" | "ask">): Promise<Response> {
  const founded = await ask("GET /organizations/founded");
  return founded?.["any"] === false ? redirectPage("/new/") : noOrganizationPage(language);
}

/** A session that has ended: `over` if it expired. Otherwise its account ended it, with the reason if known. */
export type Ending = "over" | "ended" | EndReason;
/** `unknown` if it can't be determined right now. */
type Standing = "none" | "live" | "owing" | Ending | "unknown";

export async function pageSession({ request, call }: Pick<PageContext, "request" | "call">): Promise<Standing> {
  if (!/\bsessionid=/.test(request.headers.get("cookie") ?? "")) return "none";
  const answer = await call("GET /users/me");
  const { ok, status } = answer;
  if (ok) return "live";
  // Accounts that must first set up a passkey or a second factor can't do anything else.
  if (status === 403) return "owing";
  if (status !== 401) return "unknown";
  const { ended_by_account, ended_reason } = await answer.json<{
    ended_by_account?: boolean;
    ended_reason?: EndReason;
  }>();
  return ended_by_account === true ? (ended_reason ?? "ended") : "over";
}

/** Redirects a browser after a form, with the cookies set by the API. */
export function redirectPage(to: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ Location: to, "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}
