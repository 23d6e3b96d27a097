import { type Page, type PageContext, page } from "../../../api/page.ts";
import { cookieOf } from "../../../html-pages/cookies.ts";
import { type Html, html } from "../../../html-pages/html.ts";
import { withoutOrganization } from "../../../html-pages/no-organization-page.ts";
import { organizationPage } from "../../../html-pages/page-organization.ts";
import { redirectPage } from "../../../html-pages/page-session.ts";
import { type Refusal, readRefusal } from "../../../html-pages/refusal.ts";
import { readFields } from "../../../http/request-values.ts";
import { words } from "../../../protocol/words/words.ts";
import { browserName } from "../../../util/browser-name.ts";
import { passkeyPart, SETUP_SCRIPT } from "../passkeys/passkey-script.ts";
import type { QrCode } from "../two-factor/qr-code.ts";

const setupWords = words("secondFactorSetup", {
  title: "Secure your account",
  why: "This organization requires more than a password. Set up a passkey or an authenticator app.",
  passkey: {
    label: "Create a passkey on this device",
    refused: "Couldn't use this passkey. Try again, or use an app.",
    failed: "Couldn't create a passkey. Try again, or use an app.",
    name: "Passkey",
  },
  app: "Use an authenticator app",
  scan: "Scan this with the app, and enter the code it shows.",
  qr: "QR code for the app",
  type: "Or enter this key:",
  code: "Code",
  confirm: "Turn on",
  logOut: "Log out",
  keepCodes:
    "Two-factor authentication is on. Save these recovery codes somewhere safe: each logs you in once if you lose your phone. You won't see them again.",
  goOn: "I've saved them, continue",
});

// Pages for setting up a required passkey or two-factor authentication before the client can be used.

const PATH = "/accounts/second-factor/";

async function askForFactor(context: PageContext, refusal?: Refusal): Promise<Response> {
  const answer = await context.call("POST /users/me/second_factor");
  // Two-factor authentication is set up already, or no one is logged in.
  if (!answer.ok) return redirectPage(answer.status === 401 ? "/login/" : "/");
  const { secret, qr } = await answer.json<{ secret: string; qr: QrCode }>();
  const words = setupWords[context.language];
  const token = cookieOf(context.request.headers.get("cookie") ?? "", "csrftoken") ?? "";
  const body = html`<p>${words.why}</p>
${passkeyPart({ ...words.passkey, name: browserName(context.facts.userAgent) ?? words.passkey.name })}
<h2>${words.app}</h2>
<p>${words.scan}</p>
<svg class="qr" viewBox="0 0 ${qr.size} ${qr.size}" role="img" aria-label="${words.qr}"><path d="${qr.path}"/></svg>
<p class="soft">${words.type} <code>${secret.replace(/(.{4})(?=.)/g, "$1 ")}</code></p>
${refusal && html`<p class="wrong" role="alert">${refusal.msg}</p>\n`}<form method="post" action="${PATH}">
<input type="hidden" name="csrfmiddlewaretoken" value="${token}">
<label>${words.code} <input type="text" name="code" required autocomplete="one-time-code" inputmode="numeric" maxlength="20"></label>
<button>${words.confirm}</button>
</form>
<form method="post" action="/accounts/logout/" class="links">
<input type="hidden" name="csrfmiddlewaretoken" value="${token}">
<button class="plain">${words.logOut}</button>
</form>`;
  return renderPage(context, body, { status: refusal?.status ?? 200, inlineScript: SETUP_SCRIPT });
}

async function confirm(context: PageContext): Promise<Response> {
  const { text } = await readFields(context.request, context.url);
  const answer = await context.call("POST /users/me/second_factor/confirm", {
    code: text.get("code") ?? "",
    csrfmiddlewaretoken: text.get("csrfmiddlewaretoken") ?? "",
  });
  if (!answer.ok) return askForFactor(context, await readRefusal(answer, context.language));
  const { recovery_codes } = await answer.json<{ recovery_codes: string[] }>();
  const words = setupWords[context.language];
  const codes = recovery_codes.map((code) => html`<li><code>${code}</code></li>\n`);
  const body = html`<p>${words.keepCodes}</p>
<ul class="codes">
${codes}</ul>
<p><a class="button" href="/">${words.goOn}</a></p>`;
  return renderPage(context, body);
}

const renderPage = (context: PageContext, body: Html, more: { status?: number; inlineScript?: string } = {}) =>
  organizationPage(context, () => ({ title: setupWords[context.language].title, body, ...more }), withoutOrganization);

export const setupPages: readonly Page[] = [
  page("GET /accounts/second-factor", (context) => askForFactor(context)),
  page("POST /accounts/second-factor", confirm),
];
