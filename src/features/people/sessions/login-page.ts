import { type Page, type PageContext, page } from "../../../api/page.ts";
import { endedCookies } from "../../../html-pages/cookies.ts";
import { html } from "../../../html-pages/html.ts";
import { htmlPage } from "../../../html-pages/html-page.ts";
import { withoutOrganization } from "../../../html-pages/no-organization-page.ts";
import { organizationPage, pageOrganization } from "../../../html-pages/page-organization.ts";
import { pageSession, redirectPage } from "../../../html-pages/page-session.ts";
import { type Refusal, readRefusal } from "../../../html-pages/refusal.ts";
import { readFields } from "../../../http/request-values.ts";
import { type LoginForm, loginForm, loginWords } from "./login-form.ts";

/** Page for setting up a passkey or two-factor authentication if the organization requires it first. */
export const SETUP_PATH = "/accounts/second-factor/";

/** Makes the browser delete the web client's data and cached files when no page of the client is open to do so. */
const CLEARED = ["Clear-Site-Data", '"cache", "storage"'] as const;

/**
 * Shows the login form. Users who are logged in already are redirected, unless they must authenticate again (`again`).
 * Cookies of an ended session are removed, because with them the browser would be rejected as logged out, even if the
 * organization can be viewed without a login.
 */
async function askToLogIn(context: PageContext): Promise<Response> {
  const session = await pageSession(context);
  if (session === "live" && !context.url.searchParams.has("again")) return redirectPage(wantedPath(context));
  if (session === "owing") return redirectPage(SETUP_PATH);
  if (session === "live" || session === "none" || session === "unknown") return formOf(context);
  const form = await formOf(context, { ending: session });
  for (const [name, value] of endedCookies(context.facts.origin)) form.headers.append(name, value);
  if (session !== "over") form.headers.append(...CLEARED);
  return form;
}

async function formOf(
  context: PageContext,
  entered: Partial<Pick<LoginForm, "username" | "next" | "refusal" | "ending">> = {},
): Promise<Response> {
  const { language, config } = context;
  const organization = await pageOrganization(context);
  if (organization === undefined) return withoutOrganization(context);
  return loginForm({
    language,
    organization,
    next: entered.next ?? wantedPath(context),
    sendsMail: config.mail !== "none",
    takesCompanies: await takesCompanies(context),
    url: context.url,
    ...entered,
  });
}

/** True if there are login services for verified email domains. */
async function takesCompanies({ call }: PageContext): Promise<boolean> {
  const answer = await call("GET /company_login");
  return answer.ok && (await answer.json<{ offered: boolean }>()).offered;
}

async function logIn(context: PageContext): Promise<Response> {
  const { text } = await readFields(context.request, context.url);
  const ticket = text.get("login_ticket");
  if (ticket !== undefined) return endLogIn(context, text, ticket);
  const { username = "", password = "" } = Object.fromEntries(text);
  const answer = await context.call("POST /login", { username, password });
  if (!answer.ok) {
    const refusal = await readRefusal(answer, context.language);
    if (refusal.ticket !== undefined) return codeForm(context, { ticket: refusal.ticket });
    return formOf(context, { username, next: wantedPath(context, text), refusal });
  }
  const { owes_setup } = await answer.json<{ owes_setup: boolean }>();
  return redirectPage(owes_setup ? SETUP_PATH : wantedPath(context, text), answer.headers.getSetCookie());
}

/** Handles the second step of a login, with the ticket from the first step. */
async function endLogIn(context: PageContext, text: ReadonlyMap<string, string>, ticket: string): Promise<Response> {
  const answer = await context.call("POST /login/second_factor", {
    login_ticket: ticket,
    code: text.get("code") ?? "",
  });
  if (answer.ok) return redirectPage(wantedPath(context, text), answer.headers.getSetCookie());
  const refusal = await readRefusal(answer, context.language);
  return refusal.code === "SECOND_FACTOR_TIMEOUT"
    ? formOf(context, { refusal })
    : codeForm(context, { ticket, refusal });
}

/**
 * Logs out and redirects to the login page, even if the session has already ended (401). Also clears the client's data.
 */
async function logOut(context: PageContext): Promise<Response> {
  const { text } = await readFields(context.request, context.url);
  const csrfmiddlewaretoken = text.get("csrfmiddlewaretoken") ?? "";
  const answer = await context.call("POST /logout", { csrfmiddlewaretoken });
  if (!answer.ok && answer.status !== 401) return answer;
  const cookies = endedCookies(context.facts.origin).map(([, cookie]) => cookie);
  const { next } = answer.ok ? await answer.json<{ next: string }>() : { next: "/login/" };
  const response =
    next === "/login/"
      ? redirectPage(next, cookies)
      : await leavingPage(context, { title: loginWords[context.language].loggedOut, next, cookies });
  response.headers.append(...CLEARED);
  return response;
}

interface Leaving {
  readonly title: string;
  /** Path on this site to continue to. */
  readonly next: string;
  readonly cookies: readonly string[];
}

/**
 * Forwards to a path that redirects to another service. Redirecting after a form is submitted wouldn't work, because
 * the page's policy only allows forms to submit to this site.
 */
export async function leavingPage(context: PageContext, { title, next, cookies }: Leaving): Promise<Response> {
  const { language } = context;
  const organization = await pageOrganization(context);
  const body = html`<p><a class="button" href="${next}">${loginWords[language].goOn}</a></p>`;
  const response = htmlPage({ language, organization, title, body });
  response.headers.set("Refresh", `0;url=${next}`);
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

/** Returns the path in `next` to continue to after the login, or "/" if it isn't on this site. */
export function wantedPath(
  { url: { origin, searchParams } }: Pick<PageContext, "url">,
  fields?: ReadonlyMap<string, string>,
): string {
  const wanted = fields?.get("next") ?? searchParams.get("next") ?? "/";
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : undefined;
  // The path of "/.//name" is "//name", which a browser treats as another site.
  if (url?.origin !== origin || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}

export const loginPages: readonly Page[] = [
  page("GET /login", askToLogIn),
  page("POST /login", logIn),
  page("GET /accounts/login", askToLogIn),
  page("POST /accounts/login", logIn),
  page("POST /accounts/logout", logOut),
];

interface CodeForm {
  /** Proves that the first factor was correct. */
  readonly ticket: string;
  /** URL the form is sent to, if it isn't the page's own. */
  readonly action?: string;
  readonly refusal?: Refusal | undefined;
}

/** Shows the form for the two-factor code, after the password or a login at another service. */
export function codeForm(context: PageContext, { ticket, action, refusal }: CodeForm): Promise<Response> {
  const words = loginWords[context.language];
  const alert = refusal && html`<p class="wrong" role="alert">${refusal.msg}</p>\n`;
  const body = html`${alert}<form method="post"${action && html` action="${action}"`}>
<input type="hidden" name="login_ticket" value="${ticket}">
<label>${words.code} <input type="text" name="code" required autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" aria-describedby="code-hint" autofocus></label>
<p class="hint" id="code-hint">${words.codeHint}</p>
<button>${words.logIn}</button>
</form>
<p class="links"><a href="/login/">${words.anew}</a></p>`;
  const status = refusal?.status;
  return organizationPage(context, ({ name }) => ({ title: words.title(name), body, status }), withoutOrganization);
}
