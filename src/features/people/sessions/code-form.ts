import { html } from "../../../html-pages/html.ts";
import { htmlPage, type PageOrganization } from "../../../html-pages/html-page.ts";
import type { Refusal } from "../../../html-pages/refusal.ts";
import type { Language } from "../../../protocol/language.ts";
import { loginWords } from "./login-words.ts";

interface CodeForm {
  readonly language: Language;
  readonly organization: PageOrganization;
  /** Proves that the first factor was correct. */
  readonly ticket: string;
  /** URL the form is sent to, if it isn't the page's own. */
  readonly action?: string;
  readonly refusal?: Refusal | undefined;
}

/** Returns the form for the two-factor code, shown after the password or a login at another service. */
export function codeForm({ language, organization, ticket, action, refusal }: CodeForm): Response {
  const words = loginWords[language];
  const alert = refusal && html`<p class="wrong" role="alert">${refusal.msg}</p>\n`;
  const body = html`${alert}<form method="post"${action && html` action="${action}"`}>
<input type="hidden" name="login_ticket" value="${ticket}">
<label>${words.code} <input type="text" name="code" required autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" aria-describedby="code-hint" autofocus></label>
<p class="hint" id="code-hint">${words.codeHint}</p>
<button>${words.logIn}</button>
</form>
<p class="links"><a href="/login/">${words.anew}</a></p>`;
  return htmlPage({
    language,
    title: words.title(organization.name),
    organization,
    body,
    status: refusal?.status ?? 200,
  });
}
