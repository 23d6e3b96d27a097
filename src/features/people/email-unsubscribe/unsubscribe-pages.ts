import { type Page, type PageContext, page } from "../../../api/page.ts";
import { html } from "../../../html-pages/html.ts";
import { htmlPage } from "../../../html-pages/html-page.ts";
import { noOrganizationPage } from "../../../html-pages/no-organization-page.ts";
import { pageOrganization } from "../../../html-pages/page-organization.ts";
import { readRefusal } from "../../../html-pages/refusal.ts";
import type { EmailKind } from "./email-unsubscribe.ts";
import { unsubscribeWords } from "./unsubscribe-words.ts";

/**
 * The page of an unsubscribe link. Opening it changes nothing, because programs open links in emails, too. Its button
 * posts to the same URL, as email programs do (RFC 8058).
 */
const askFirst = (context: PageContext) =>
  respond(context, "GET", (kind, email) => {
    const { title, ask, stop } = unsubscribeWords[context.language];
    return { title, body: html`<p>${ask[kind](email)}</p>\n<form method="post">\n<button>${stop}</button>\n</form>` };
  });

const unsubscribe = (context: PageContext) =>
  respond(context, "POST", (kind, email) => {
    const { stopped: title, done, again, toOrganization } = unsubscribeWords[context.language];
    const body = html`<p>${done[kind](email)}</p>
<p class="soft">${again}</p>
<p class="links"><a href="/">${toOrganization}</a></p>`;
    return { title, body };
  });

async function respond(
  context: PageContext,
  method: "GET" | "POST",
  content: (kind: EmailKind, email: string) => Pick<Parameters<typeof htmlPage>[0], "title" | "body">,
): Promise<Response> {
  const { language } = context;
  const organization = await pageOrganization(context);
  if (organization === undefined) return noOrganizationPage(language);
  const token = encodeURIComponent(context.variables["token"] ?? "");
  const answer = await context.call(`${method} /unsubscribe/${token}`);
  if (!answer.ok) {
    const { msg, status } = await readRefusal(answer, language);
    return htmlPage({
      language,
      organization,
      title: unsubscribeWords[language].title,
      body: html`<p>${msg}</p>`,
      status,
    });
  }
  const { kind, email } = await answer.json<{ kind: EmailKind; email: string }>();
  return htmlPage({ language, organization, ...content(kind, email) });
}

export const unsubscribePages: readonly Page[] = [
  page("GET /unsubscribe/:token", askFirst),
  page("POST /unsubscribe/:token", unsubscribe),
];
