import { type PageContext, page } from "../../../api/page.ts";
import { around } from "../../../html-pages/around.ts";
import { type Html, html } from "../../../html-pages/html.ts";
import { htmlPage } from "../../../html-pages/html-page.ts";
import { noOrganizationPage } from "../../../html-pages/no-organization-page.ts";
import { pageOrganization } from "../../../html-pages/page-organization.ts";
import { readRefusal } from "../../../html-pages/refusal.ts";
import { words } from "../../../protocol/words/words.ts";

const confirmEmailWords = words("confirmEmail", {
  title: "New email address",
  question: "Change your email address to {email}?",
  confirm: "Confirm",
  done: "Your email address is now {email}. Use it from the next time you log in.",
  goOn: "Continue",
});

/** The page that the emailed link opens. It has a button, because some email programs open every link. */
export const confirmEmailPage = page("GET /accounts/confirm_new_email/:key", (context) => {
  const { question, confirm } = confirmEmailWords[context.language];
  const [before, after] = around(question);
  return answered(
    context,
    "GET",
    (email) => html`<p>${before}<code>${email}</code>${after}</p>
<form method="post"><button>${confirm}</button></form>`,
  );
});

export const emailConfirmedPage = page("POST /accounts/confirm_new_email/:key", (context) => {
  const { done, goOn } = confirmEmailWords[context.language];
  const [before, after] = around(done);
  return answered(
    context,
    "POST",
    (email) => html`<p>${before}<code>${email}</code>${after}</p>
<p><a class="button" href="/">${goOn}</a></p>`,
  );
});

/** Sends the key to the API, and shows the result. */
async function answered(context: PageContext, method: "GET" | "POST", show: (email: string) => Html) {
  const { language, variables, call } = context;
  const answer = await call(`${method} /confirm_new_email/${encodeURIComponent(variables["key"] ?? "")}`);
  const organization = await pageOrganization(context);
  if (organization === undefined) return noOrganizationPage(language);
  const { title } = confirmEmailWords[language];
  if (answer.ok) {
    const { email } = await answer.json<{ email: string }>();
    return htmlPage({ language, organization, title, body: show(email) });
  }
  const { msg, status } = await readRefusal(answer, language);
  return htmlPage({ language, organization, title, body: html`<p>${msg}</p>`, status });
}
