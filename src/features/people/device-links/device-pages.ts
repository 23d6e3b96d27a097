import { type Page, type PageContext, page } from "../../../api/page.ts";
import { type Html, html } from "../../../html-pages/html.ts";
import { htmlPage } from "../../../html-pages/html-page.ts";
import { withoutOrganization } from "../../../html-pages/no-organization-page.ts";
import { pageOrganization } from "../../../html-pages/page-organization.ts";
import { redirectPage } from "../../../html-pages/page-session.ts";
import { readRefusal } from "../../../html-pages/refusal.ts";
import { words } from "../../../protocol/words/words.ts";

const deviceWords = words("deviceLink", {
  title: "Log in on this device",
  asWhom: "You'll be logged in as {name}.",
  onlyYours: "Continue only if you've just shown this code on your own device.",
  logIn: "Log in",
  toLogin: "Back to login",
});

/** The page of the QR code. Opening it changes nothing, because cameras and other programs open links, too. */
async function askToLogIn(context: PageContext): Promise<Response> {
  const words = deviceWords[context.language];
  const answer = await context.call(`GET ${linkPath(context)}`);
  if (!answer.ok) return refuse(context, answer);
  const { full_name } = await answer.json<{ full_name: string }>();
  const body = html`<p>${words.asWhom(full_name)}</p>
<p class="soft">${words.onlyYours}</p>
<form method="post"><button>${words.logIn}</button></form>`;
  return renderPage(context, body);
}

async function logIn(context: PageContext): Promise<Response> {
  const answer = await context.call(`POST ${linkPath(context)}`);
  return answer.ok ? redirectPage("/", answer.headers.getSetCookie()) : refuse(context, answer);
}

async function refuse(context: PageContext, answer: Response): Promise<Response> {
  const { msg, status } = await readRefusal(answer, context.language);
  return renderPage(context, html`<p class="wrong" role="alert">${msg}</p>`, status);
}

const linkPath = ({ variables }: PageContext) => `/device_link/${encodeURIComponent(variables["key"] ?? "")}`;

async function renderPage(context: PageContext, body: Html, status = 200): Promise<Response> {
  const { language } = context;
  const organization = await pageOrganization(context);
  if (organization === undefined) return withoutOrganization(context);
  const { title, toLogin } = deviceWords[language];
  const withWay = html`${body}\n<p class="links"><a href="/login/">${toLogin}</a></p>`;
  return htmlPage({ language, organization, title, body: withWay, status });
}

export const devicePages: readonly Page[] = [
  page("GET /login/device/:key", askToLogIn),
  page("POST /login/device/:key", logIn),
];
