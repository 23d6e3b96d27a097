import { html } from "../../../html-pages/html.ts";
import { htmlPage } from "../../../html-pages/html-page.ts";
import { newPasswordField, PASSWORD_SCRIPT } from "../../../html-pages/new-password.ts";
import type { Refusal } from "../../../html-pages/refusal.ts";
import type { Language } from "../../../protocol/language.ts";
import { words } from "../../../protocol/words/words.ts";

const foundingWords = words("founding", {
  title: "Create an organization",
  about: "It will be at {address}. You'll be its owner and can invite everyone else.",
  name: "Organization name",
  nameHint: "Your company, team or club. You can change this later.",
  fullName: "Your name",
  fullNameHint: "This is how others will see you.",
  email: "Your email",
  password: "Password",
  token: "Setup token",
  tokenHint: "Ask your server administrator. npm start saves it as setup-token in its data directory.",
  create: "Create organization",
  beginAnew: "Start over without the old organization's data",
  closed: "Creating an organization here requires a setup token, and none is set yet. To set one:",
});

/**
 * What creating an organization requires: nothing (on a developer's machine), a setup token, or one that isn't set yet
 * ("closed").
 */
export type SetupGate = "open" | "token" | "closed";

interface FoundingForm {
  readonly language: Language;
  readonly host: string;
  readonly gate: SetupGate;
  /** The setup token in the page's URL, if any. */
  readonly token?: string | undefined;
  readonly entered?: { readonly [field in "name" | "full_name" | "email"]?: string | undefined };
  readonly refusal?: Refusal;
}

export function foundingForm({ language, host, gate, token: given, entered = {}, refusal }: FoundingForm): Response {
  const words = foundingWords[language];
  const title = words.title;
  if (gate === "closed") {
    const body = html`<p>${words.closed}</p>\n<pre><code>npx wrangler secret put SETUP_TOKEN</code></pre>`;
    return htmlPage({ language, title, body, status: 403 });
  }
  const token = html`<label>${words.token} <input type="password" name="setup_token" value="${given}" required autocomplete="off" aria-describedby="token-hint"></label>
<p class="hint" id="token-hint">${words.tokenHint}</p>\n`;
  const anew = html`<label class="choice"><input type="checkbox" name="begin_anew" value="true"> ${words.beginAnew}</label>\n`;
  const form = html`<form method="post">
<label>${words.name} <input name="name" value="${entered.name}" required maxlength="40" autocomplete="organization" aria-describedby="org-hint" autofocus></label>
<p class="hint" id="org-hint">${words.nameHint}</p>
<label>${words.fullName} <input name="full_name" value="${entered.full_name}" required maxlength="100" autocomplete="name" aria-describedby="name-hint"></label>
<p class="hint" id="name-hint">${words.fullNameHint}</p>
<label>${words.email} <input type="email" name="email" value="${entered.email}" required autocomplete="username" spellcheck="false"></label>
${newPasswordField({ language, label: words.password })}
${gate === "token" ? token : null}${refusal?.code === "ORGANIZATION_LOST" ? anew : null}<button>${words.create}</button>
</form>`;
  return htmlPage({
    language,
    title,
    about: html`<p>${words.about(host)}</p>`,
    script: PASSWORD_SCRIPT,
    body: html`${refusal && html`<p class="wrong" role="alert">${refusal.msg}</p>\n`}${form}`,
    status: refusal?.status ?? 200,
  });
}
