import { type Page, type PageContext, page } from "../../../api/page.ts";
import { html } from "../../../html-pages/html.ts";
import { htmlPage } from "../../../html-pages/html-page.ts";
import { noOrganizationPage } from "../../../html-pages/no-organization-page.ts";
import { pageOrganization } from "../../../html-pages/page-organization.ts";
import { redirectPage } from "../../../html-pages/page-session.ts";
import { readRefusal } from "../../../html-pages/refusal.ts";
import { words } from "../../../protocol/words/words.ts";
import { refusalPage } from "../../people/invitations/join-forms.ts";

const keepWords = words("outsideKeep", {
  title: "Keep your account",
  question: "Keep the account “{name}” with {email}? You then choose a password to log in with.",
  keep: "Keep account",
});

const mailWords = words("outsideMail", {
  title: "Emails about missed messages",
  question: "Send emails about messages you miss to {email}?",
  confirm: "Confirm",
  done: "Emails about messages you miss now go to {email}. You can change that in your settings.",
  goOn: "Continue",
});

interface Answer {
  readonly full_name?: string;
  readonly email: string;
  /** URL of the page that sets the kept account's password. Only returned once the account is kept. */
  readonly password_url?: string;
}

/**
 * The page that an emailed link opens. It only confirms when a button is pressed, because some email programs open
 * every link.
 */
const emailedLinkPage =
  (method: "GET" | "POST", what: "keep" | "mail") =>
  async (context: PageContext): Promise<Response> => {
    const { language, variables } = context;
    const organization = await pageOrganization(context);
    if (organization === undefined) return noOrganizationPage(language);
    const key = encodeURIComponent(variables["key"] ?? "");
    const answer = await context.call(`${method} /outside_access/${what}/${key}`);
    if (!answer.ok) return refusalPage(await readRefusal(answer, language), { language, organization });
    const { full_name, email, password_url } = await answer.json<Answer>();
    if (password_url !== undefined) return redirectPage(new URL(password_url).pathname);
    const [keep, mail] = [keepWords[language], mailWords[language]];
    const [title, question, confirm] =
      what === "keep"
        ? [keep.title, keep.question(full_name ?? "", email), keep.keep]
        : [mail.title, mail.question(email), mail.confirm];
    const body =
      method === "GET"
        ? html`<p>${question}</p>\n<form method="post"><button>${confirm}</button></form>`
        : html`<p>${mail.done(email)}</p>\n<p><a class="button" href="/">${mail.goOn}</a></p>`;
    return htmlPage({ language, organization, title, body });
  };

export const keepPages: readonly Page[] = [
  page("GET /outside/keep/:key", emailedLinkPage("GET", "keep")),
  page("POST /outside/keep/:key", emailedLinkPage("POST", "keep")),
  page("GET /outside/mail/:key", emailedLinkPage("GET", "mail")),
  page("POST /outside/mail/:key", emailedLinkPage("POST", "mail")),
];
