import type { PageContext } from "../api/page.ts";
import type { Language } from "../protocol/language.ts";
import { words } from "../protocol/words/words.ts";
import { html } from "./html.ts";
import { htmlPage } from "./html-page.ts";
import { redirectPage } from "./page-session.ts";

const pageWords = words("noOrganization", {
  title: "No organization here",
  advice: "No organization has this URL. Check the URL, or ask the person who gave it to you.",
  operators: "If you run this server, you can create one here:",
  create: "Create an organization",
});

export function noOrganizationPage(language: Language): Response {
  const { title, advice, operators, create } = pageWords[language];
  const body = html`<p>${advice}</p>
<p class="soft">${operators}</p>
<a class="button" href="/new/">${create}</a>`;
  return htmlPage({ language, title, body, status: 404 });
}

/** On an empty server, redirects to the form that creates the first organization. */
export async function withoutOrganization({ language, ask }: Pick<PageContext, "language" | "ask">): Promise<Response> {
  const founded = await ask("GET /organizations/founded");
  return founded?.["any"] === false ? redirectPage("/new/") : noOrganizationPage(language);
}
