import { type PageContext, page } from "../../../api/page.ts";
import { around } from "../../../html-pages/around.ts";
import { type Html, html } from "../../../html-pages/html.ts";
import { organizationPage } from "../../../html-pages/page-organization.ts";
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
  return answered(context, "GET", question, html`<form method="post"><button>${confirm}</button></form>`);
});

export const emailConfirmedPage = page("POST /accounts/confirm_new_email/:key", (context) => {
  const { done, goOn } = confirmEmailWords[context.language];
  return answered(context, "POST", done, html`<p><a class="button" href="/">${goOn}</a></p>`);
});

/** Sends the key to the API, and shows a sentence with the address, and what follows it. */
async function answered(
  context: PageContext,
  method: "GET" | "POST",
  sentence: Parameters<typeof around>[0],
  more: Html,
): Promise<Response> {
  const { language, variables, call } = context;
  const answer = await call(`${method} /confirm_new_email/${encodeURIComponent(variables["key"] ?? "")}`);
  const { title } = confirmEmailWords[language];
  if (!answer.ok) {
    const { msg, status } = await readRefusal(answer, language);
    return organizationPage(context, () => ({ title, body: html`<p>${msg}</p>`, status }));
  }
  const { email } = await answer.json<{ email: string }>();
  const [before, after] = around(sentence);
  const body = html`<p>${before}<code>${email}</code>${after}</p>\n${more}`;
  return organizationPage(context, () => ({ title, body }));
}
