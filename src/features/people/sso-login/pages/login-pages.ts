import { type Page, type PageContext, page } from "../../../../api/page.ts";
import { html } from "../../../../html-pages/html.ts";
import { organizationPage } from "../../../../html-pages/page-organization.ts";
import { redirectPage } from "../../../../html-pages/page-session.ts";
import { type Refusal, readRefusal } from "../../../../html-pages/refusal.ts";
import { wantedLocale } from "../../../../html-pages/wanted-language.ts";
import { readFields } from "../../../../http/request-values.ts";
import { codeForm, wantedPath } from "../../sessions/login-page.ts";
import { readAttempt } from "../attempt.ts";
import { carryPage, desktopPages, openBrowserPage } from "./desktop-pages.ts";
import { failurePage, serviceOf } from "./failure-page.ts";
import { externalLoginWords } from "./login-words.ts";

/** The path is stored in a cookie of about 4,000 characters, together with other data. */
const MAX_PATH_LENGTH = 1000;

const routeOf = ({ variables }: PageContext, step: string) =>
  `POST /external_login/${encodeURIComponent(variables["provider"] ?? "")}/${step}`;

/** Redirects to the provider. The desktop app itself shows another page, and opens this one in the system's browser. */
async function redirectToProvider(context: PageContext): Promise<Response> {
  const { searchParams } = context.url;
  if (isDesktopApp(context) && !searchParams.has("desktop_flow_otp")) return openBrowserPage(context);
  const next = wantedPath(context);
  const fields: Record<string, string> = { next: next.length > MAX_PATH_LENGTH ? "/" : next };
  for (const name of [
    "mobile_flow_otp",
    "desktop_flow_otp",
    "desktop_app",
    "invitation",
    "choose",
    "fresh",
    "login_hint",
  ]) {
    const value = searchParams.get(name);
    if (value !== null) fields[name] = value;
  }
  const answer = await context.call(routeOf(context, "begin"), fields);
  if (!answer.ok) return answer.status === 400 ? answer : failurePage(context, answer);
  const { url } = await answer.json<{ url: string }>();
  return leadTo(url, answer.headers.getSetCookie());
}

const isDesktopApp = ({ facts }: PageContext) => /\bZulipElectron\//.test(facts.userAgent);

/** Handles the provider's answer, which the browser passes on. */
async function complete(context: PageContext): Promise<Response> {
  const { request, facts, url } = context;
  const attempt = readAttempt(request, facts.origin) ?? "";
  return continueLogin(
    context,
    await context.call(routeOf(context, "complete"), { attempt, answer: url.searchParams.toString() }),
  );
}

/** Handles the user's input during the login: their name when joining, or a two-factor code. */
async function takeEntered(context: PageContext): Promise<Response> {
  const { text } = await readFields(context.request, context.url);
  const ticket = text.get("login_ticket");
  return ticket === undefined ? join(context, text) : endWithCode(context, ticket, text.get("code") ?? "");
}

async function endWithCode(context: PageContext, login_ticket: string, code: string): Promise<Response> {
  const waiting = readAttempt(context.request, context.facts.origin) ?? "";
  const answer = await context.call(routeOf(context, "second_factor"), { waiting, login_ticket, code });
  if (answer.ok) return continueLogin(context, answer);
  const refusal = await readRefusal(answer.clone(), context.language);
  const isToRepeat = refusal.code === "WRONG_SECOND_FACTOR";
  return isToRepeat ? codePage(context, login_ticket, refusal) : failurePage(context, answer);
}

async function join(context: PageContext, text: ReadonlyMap<string, string>): Promise<Response> {
  const joining = readAttempt(context.request, context.facts.origin) ?? "";
  const full_name = text.get("full_name") ?? "";
  const locale = wantedLocale(context.request);
  const answer = await context.call(routeOf(context, "join"), { joining, full_name, ...(locale && { locale }) });
  const { code } = answer.ok ? { code: "" } : await answer.clone().json<{ code?: string }>();
  // An invalid name is reported next to its field.
  if (code === "BAD_REQUEST" && answer.status === 400) {
    const entered = { email: text.get("email") ?? "", full_name };
    return joinPage(context, entered, await readRefusal(answer, context.language));
  }
  return continueLogin(context, answer);
}

interface LoginReply {
  readonly location?: string;
  readonly desktop_token?: string;
  readonly joining?: Joining;
  readonly login_ticket?: string;
}

async function continueLogin(context: PageContext, answer: Response): Promise<Response> {
  if (!answer.ok) return failurePage(context, answer);
  const step = await answer.json<LoginReply>();
  const cookies = answer.headers.getSetCookie();
  if (step.location !== undefined) return leadTo(step.location, cookies);
  const shown = await pageOf(context, step);
  for (const cookie of cookies) shown.headers.append("Set-Cookie", cookie);
  return shown;
}

function pageOf(context: PageContext, { desktop_token, login_ticket, joining }: LoginReply): Promise<Response> {
  if (desktop_token !== undefined) return carryPage(context, desktop_token);
  if (login_ticket !== undefined) return codePage(context, login_ticket);
  return joinPage(context, joining ?? { email: "", full_name: "" });
}

const codePage = (context: PageContext, ticket: string, refusal?: Refusal): Promise<Response> =>
  codeForm(context, { ticket, action: `/complete/${context.variables["provider"]}/`, refusal });

/** Redirects to a URL, which can also be an app's and not start with http (logins.md 2). */
function leadTo(address: string, cookies: readonly string[]): Response {
  const response = redirectPage(address, cookies);
  return new Response(null, { status: 302, headers: response.headers });
}

interface Joining {
  readonly email: string;
  readonly full_name: string;
}

/** Asks users for their name if they logged in at a provider and can join. */
function joinPage(context: PageContext, { email, full_name }: Joining, refusal?: Refusal): Promise<Response> {
  const { language, variables } = context;
  const words = externalLoginWords[language];
  const alert = refusal && html`<p class="wrong" role="alert">${refusal.msg}</p>\n`;
  return organizationPage(context, (organization) => ({
    title: words.joinTitle(organization.name),
    about: html`<p>${words.joinAbout(serviceOf(context, organization) ?? "")}</p>`,
    body: html`${alert}<form method="post" action="/complete/${variables["provider"]}/">
<label>${words.email} <input type="email" name="email" value="${email}" readonly autocomplete="username"></label>
<label>${words.fullName} <input name="full_name" value="${full_name}" required maxlength="100" autocomplete="name" aria-describedby="name-hint" autofocus></label>
<p class="hint" id="name-hint">${words.fullNameHint}</p>
<button>${words.join(organization.name)}</button>
</form>
<p class="links"><a href="/login/">${words.haveAccount}</a></p>`,
    status: refusal?.status ?? 200,
  }));
}

/** The final page of a login in a separate tab, which the user opened while working in another tab. */
function loggedIn(context: PageContext): Promise<Response> {
  const { backTitle, backText, goOn: toClient } = externalLoginWords[context.language];
  return organizationPage(context, ({ name }) => ({
    title: backTitle,
    body: html`<p>${backText}</p>\n<p class="links"><a href="/">${toClient(name)}</a></p>`,
  }));
}

/** Redirects to the service to log out there, too, or to the login page if that isn't possible. */
async function logOutThere(context: PageContext): Promise<Response> {
  const ticket = context.url.searchParams.get("ticket") ?? "";
  const answer = await context.call(routeOf(context, "end_session"), { ticket });
  return redirectPage(answer.ok ? (await answer.json<{ url: string }>()).url : "/login/");
}

export const externalLoginPages: readonly Page[] = [
  page("GET /accounts/login/social/:provider", redirectToProvider),
  page("GET /accounts/register/social/:provider", redirectToProvider),
  page("GET /accounts/logged_in", loggedIn),
  page("GET /accounts/logout/:provider", logOutThere),
  page("GET /complete/:provider", complete),
  page("POST /complete/:provider", takeEntered),
  ...desktopPages,
];
