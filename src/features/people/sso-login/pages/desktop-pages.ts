import { type Page, type PageContext, page } from "../../../../api/page.ts";
import { markCookie, newMark } from "../../../../html-pages/cookies.ts";
import { html } from "../../../../html-pages/html.ts";
import { htmlPage } from "../../../../html-pages/html-page.ts";
import { noOrganizationPage } from "../../../../html-pages/no-organization-page.ts";
import { organizationPage, pageOrganization } from "../../../../html-pages/page-organization.ts";
import { redirectPage } from "../../../../html-pages/page-session.ts";
import { textResponse } from "../../../../protocol/text-response.ts";
import { hashKey } from "../../../../rpc/credentials.ts";
import { HOUR } from "../../../../util/time.ts";
import { appName } from "../tickets.ts";
import copyScript from "./copy-token.client.js";
import desktopScript from "./desktop-login.client.js";
import { failurePage, serviceOf } from "./failure-page.ts";
import { externalLoginWords } from "./login-words.ts";

const COPY_SCRIPT = "/static/login/copy-token.js";
const DESKTOP_SCRIPT = "/static/login/desktop-login.js";

/** Shows the token to copy into the desktop app, in the system's browser (logins.md 3). */
export function carryPage(context: PageContext, token: string): Promise<Response> {
  const words = externalLoginWords[context.language];
  return organizationPage(context, () => ({
    title: words.carryTitle,
    about: html`<p>${words.carryAbout}</p>`,
    script: COPY_SCRIPT,
    body: html`<label>${words.token} <textarea id="token" readonly rows="3" spellcheck="false">${token}</textarea></label>
<button type="button" id="copy" hidden>${words.copy}</button>
<p class="soft" role="status" id="copied" hidden>${words.copied}</p>`,
  }));
}

/** The page that the desktop app shows while its user logs in with the system's browser. */
export async function openBrowserPage(context: PageContext): Promise<Response> {
  const { language, url, facts } = context;
  const words = externalLoginWords[language];
  const organization = await pageOrganization(context);
  if (organization === undefined) return noOrganizationPage(language);
  const mark = facts.browser === undefined ? newMark() : undefined;
  const address = new URL(url);
  address.searchParams.set("desktop_app", appName(facts.browser ?? hashKey(mark ?? "")));
  const service = serviceOf(context, organization) ?? "";
  const shown = htmlPage({
    language,
    organization,
    title: words.appTitle,
    about: html`<p>${words.appAbout(service)}</p>`,
    script: DESKTOP_SCRIPT,
    body: html`<p class="wrong" role="alert" id="wrong" hidden>${words.wrongToken}</p>
<form id="paste">
<label>${words.pasted} <input id="token" required autocomplete="off" spellcheck="false" autofocus></label>
<button>${words.finish}</button>
</form>
<p class="links"><a id="browser" target="_blank" href="${address.pathname + address.search}">${words.openAgain}</a>
<a href="/login/">${words.otherWays}</a></p>`,
  });
  if (mark !== undefined) {
    const [name, value] = markCookie(mark, facts.origin);
    shown.headers.append(name, value);
  }
  return shown;
}

/** Logs the desktop app in with the token that was copied into it. */
async function enter(context: PageContext): Promise<Response> {
  const answer = await context.call(`POST /desktop_login/${encodeURIComponent(context.variables["token"] ?? "")}`);
  return answer.ok ? redirectPage("/", answer.headers.getSetCookie()) : failurePage(context, answer);
}

const script = (path: string, text: string): Page =>
  page(`GET ${path}`, () =>
    textResponse(text, {
      headers: {
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": `public, max-age=${HOUR}`,
      },
    }),
  );

export const desktopPages: readonly Page[] = [
  page("GET /accounts/login/subdomain/:token", enter),
  script(COPY_SCRIPT, copyScript),
  script(DESKTOP_SCRIPT, desktopScript),
];
