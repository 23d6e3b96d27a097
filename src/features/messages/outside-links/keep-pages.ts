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

const pathOf = ({ variables }: PageContext, what: "keep" | "mail") =>
  `/outside_access/${what}/${encodeURIComponent(variables["key"] ?? "")}`;

/**
 * The page that the emailed link opens. It has a button, because programs that open every link in an email must not
 * confirm.
 */
async function askToKeep(context: PageContext): Promise<Response> {
  const answer = await context.call(`GET ${pathOf(context, "keep")}`);
  if (!answer.ok) return refuse(context, answer);
  const { full_name, email } = await answer.json<{ full_name: string; email: string }>();
  const { language } = context;
  const organization = await pageOrganization(context);
  if (organization === undefined) return noOrganizationPage(language);
  const { title, question, keep } = keepWords[language];
  const body = html`<p>${question(full_name, email)}</p>
<form method="post"><button>${keep}</button></form>`;
  return htmlPage({ language, organization, title, body });
}

async function keep(context: PageContext): Promise<Response> {
  const answer = await context.call(`POST ${pathOf(context, "keep")}`);
  if (!answer.ok) return refuse(context, answer);
  const { password_url } = await answer.json<{ password_url: string }>();
  return redirectPage(new URL(password_url).pathname);
}

/** Asks about an address by an emailed key, or confirms it. */
const mailPage =
  (method: "GET" | "POST") =>
  async (context: PageContext): Promise<Response> => {
    const answer = await context.call(`${method} ${pathOf(context, "mail")}`);
    if (!answer.ok) return refuse(context, answer);
    const { email } = await answer.json<{ email: string }>();
    const { language } = context;
    const organization = await pageOrganization(context);
    if (organization === undefined) return noOrganizationPage(language);
    const { title, question, confirm, done, goOn } = mailWords[language];
    const body =
      method === "GET"
        ? html`<p>${question(email)}</p>\n<form method="post"><button>${confirm}</button></form>`
        : html`<p>${done(email)}</p>\n<p><a class="button" href="/">${goOn}</a></p>`;
    return htmlPage({ language, organization, title, body });
  };

async function refuse(context: PageContext, answer: Response): Promise<Response> {
  const { language } = context;
  const organization = await pageOrganization(context);
  if (organization === undefined) return noOrganizationPage(language);
  return refusalPage(await readRefusal(answer, language), { language, organization });
}

export const keepPages: readonly Page[] = [
  page("GET /outside/keep/:key", askToKeep),
  page("POST /outside/keep/:key", keep),
  page("GET /outside/mail/:key", mailPage("GET")),
  page("POST /outside/mail/:key", mailPage("POST")),
];
