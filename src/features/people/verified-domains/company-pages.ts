import { type PageContext, page } from "../../../api/page.ts";
import { html } from "../../../html-pages/html.ts";
import { withoutOrganization } from "../../../html-pages/no-organization-page.ts";
import { organizationPage } from "../../../html-pages/page-organization.ts";
import { readFields } from "../../../http/request-values.ts";
import { words } from "../../../protocol/words/words.ts";
import { leavingPage, wantedPath } from "../sessions/login-page.ts";

const companyWords = words("companyLogin", {
  title: "Log in with your company",
  email: "Work email",
  goOn: "Continue",
  unknown: "No login service is set up for this domain. Check the address, or log in another way.",
  otherWays: "Other ways to log in",
});

interface AddressFormValues {
  readonly email?: string;
  readonly next?: string;
  readonly isUnknown?: boolean;
}

/** Asks for a work email, whose domain decides which service the user logs in at. */
function askForAddress(context: PageContext, entered: AddressFormValues = {}): Promise<Response> {
  const { email = "", next = wantedPath(context), isUnknown = false } = entered;
  const words = companyWords[context.language];
  const alert = isUnknown ? html`<p class="wrong" role="alert">${words.unknown}</p>\n` : null;
  const content = {
    title: words.title,
    body: html`${alert}<form method="post">
<input type="hidden" name="next" value="${next}">
<label>${words.email} <input type="email" name="email" value="${email}" required autocomplete="username" spellcheck="false" autofocus></label>
<button>${words.goOn}</button>
</form>
<p class="links"><a href="/login/">${words.otherWays}</a></p>`,
    status: isUnknown ? 400 : 200,
  };
  return organizationPage(context, () => content, withoutOrganization);
}

/** Redirects to the service for the email's domain. */
async function goToService(context: PageContext): Promise<Response> {
  const { text } = await readFields(context.request, context.url);
  const email = text.get("email") ?? "";
  const next = wantedPath(context, text);
  const answer = await context.call("POST /company_login", { email });
  const { provider } = answer.ok ? await answer.json<{ provider: string | null }>() : { provider: null };
  if (provider === null) return askForAddress(context, { email, next, isUnknown: true });
  const query = new URLSearchParams({ next, login_hint: email });
  const title = companyWords[context.language].title;
  return leavingPage(context, { title, next: `/accounts/login/social/${provider}?${query}`, cookies: [] });
}

export const companyPages = [
  page("GET /login/company", (context) => askForAddress(context)),
  page("POST /login/company", goToService),
];
