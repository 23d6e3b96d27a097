import { type Page, type PageContext, page } from "../../../api/page.ts";
import { around } from "../../../html-pages/around.ts";
import { html } from "../../../html-pages/html.ts";
import type { PageContent } from "../../../html-pages/html-page.ts";
import { newPasswordField, PASSWORD_SCRIPT } from "../../../html-pages/new-password.ts";
import { organizationPage } from "../../../html-pages/page-organization.ts";
import { redirectPage } from "../../../html-pages/page-session.ts";
import { type Refusal, readRefusal } from "../../../html-pages/refusal.ts";
import { readFields } from "../../../http/request-values.ts";
import { words } from "../../../protocol/words/words.ts";
import { otherWays } from "../sessions/login-form.ts";

const resetWords = words("passwordReset", {
  forgotten: "Forgot your password?",
  sayAddress: "Enter your email address and we'll send you a link to reset your password.",
  email: "Email",
  send: "Send reset link",
  toLogin: "Back to login",
  onItsWay: "Check your email",
  letterSent: "If {email} has an account here, we've sent it an email. The link in it works for an hour.",
  nothingCame:
    "Didn't get it? Check your spam folder or try another address. We send each address at most two emails an hour.",
  noMail:
    "This server can't send email, so it can't send a reset link. Ask an administrator for one: they can create it under “People” in the settings.",
  noAdministrator: "If you're the only owner, your server administrator can create the link: {command}.",
  choose: "Choose a new password",
  password: "New password",
  endKeys: "Also log me out of apps and scripts",
  endKeysHint: "Browsers are always logged out. Keep this on if someone else might know the old password.",
  save: "Save and log in",
  anotherLink: "Send me another link",
});

/** Asks for the account's email, or explains who can help if no email can be sent. */
function askForAddress(context: PageContext, email = "", refusal?: Refusal): Promise<Response> {
  const words = resetWords[context.language];
  const { forgotten: title } = words;
  if (context.config.mail === "none") {
    const [before, after] = around(words.noAdministrator);
    const help = html`<p>${words.noMail}</p>\n<p class="soft">${before}<code>parley operator password EMAIL</code>${after}</p>`;
    return renderPage(context, { title, body: help });
  }
  const body = html`<p>${words.sayAddress}</p>
${alert(refusal)}<form method="post">
<label>${words.email} <input type="email" name="email" value="${email}" required autocomplete="username" spellcheck="false" autofocus></label>
<button>${words.send}</button>
</form>`;
  return renderPage(context, { title, body, status: refusal?.status });
}

async function sendKey(context: PageContext): Promise<Response> {
  const { text } = await readFields(context.request, context.url);
  const email = text.get("email") ?? "";
  const answer = await context.call("POST /password_reset", { email });
  if (!answer.ok) return askForAddress(context, email, await readRefusal(answer, context.language));
  const { onItsWay, letterSent, nothingCame } = resetWords[context.language];
  const [before, after] = around(letterSent);
  const body = html`<p>${before}<code>${email.trim()}</code>${after}</p>\n<p class="soft">${nothingCame}</p>`;
  return renderPage(context, { title: onItsWay, body });
}

/** The page that the emailed link opens. Opening it changes nothing, because programs open links in emails, too. */
async function askForPassword(context: PageContext, refusal?: Refusal): Promise<Response> {
  const words = resetWords[context.language];
  const { choose: title } = words;
  const answer = await context.call(`GET ${keyPath(context)}`);
  if (!answer.ok) {
    const { msg, status } = await readRefusal(answer, context.language);
    const body = html`<p>${msg}</p>
<p><a class="button" href="/accounts/password/reset/">${words.anotherLink}</a></p>`;
    return renderPage(context, { title, body, status });
  }
  const { email } = await answer.json<{ email: string }>();
  const body = html`${alert(refusal)}<form method="post">
<label>${words.email} <input type="email" value="${email}" readonly autocomplete="username"></label>
${newPasswordField({ language: context.language, label: words.password, isFirst: true })}
<label class="choice"><input type="checkbox" name="end_api_keys" value="true" checked aria-describedby="keys-hint"> ${words.endKeys}</label>
<p class="hint choice" id="keys-hint">${words.endKeysHint}</p>
<button>${words.save}</button>
</form>`;
  return renderPage(context, { title, body, status: refusal?.status, script: PASSWORD_SCRIPT });
}

async function savePassword(context: PageContext): Promise<Response> {
  const { text } = await readFields(context.request, context.url);
  const answer = await context.call(`POST ${keyPath(context)}`, {
    password: text.get("password") ?? "",
    end_api_keys: String(text.has("end_api_keys")),
  });
  if (answer.ok) {
    const cookies = answer.headers.getSetCookie();
    // If no session was started, the account has two-factor authentication, and the login page asks for the code.
    return redirectPage(cookies.length > 0 ? "/" : "/login/", cookies);
  }
  return askForPassword(context, await readRefusal(answer, context.language));
}

const keyPath = ({ variables }: PageContext) => `/password_reset/${encodeURIComponent(variables["key"] ?? "")}`;

const alert = (refusal: Refusal | undefined) => refusal && html`<p class="wrong" role="alert">${refusal.msg}</p>\n`;

function renderPage(
  context: PageContext,
  { body, ...more }: Pick<PageContent, "title" | "body" | "status" | "script">,
): Promise<Response> {
  const { language } = context;
  return organizationPage(context, (organization) => {
    const content = organization.takesPasswords ? body : otherWays({ language, organization });
    const toLogin = html`<p class="links"><a href="/login/">${resetWords[language].toLogin}</a></p>`;
    return { ...more, body: html`${content}\n${toLogin}` };
  });
}

export const resetPages: readonly Page[] = [
  page("GET /accounts/password/reset", (context) => askForAddress(context)),
  page("POST /accounts/password/reset", sendKey),
  page("GET /accounts/password/reset/:key", (context) => askForPassword(context)),
  page("POST /accounts/password/reset/:key", savePassword),
];
