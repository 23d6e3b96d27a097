import { failureWords } from "./failure-words.ts";
import { html } from "./html.ts";
import { htmlPage, wantsPage } from "./html-page.ts";
import { noOrganizationPage } from "./no-organization-page.ts";
import { readRefusal } from "./refusal.ts";
import { wantedLanguage } from "./wanted-language.ts";

const NOT_FOUND = "Not found";

/** Turns a JSON error into an HTML page if a browser requested it. Programs get the JSON. */
export async function withFailurePage(request: Request, response: Response): Promise<Response> {
  const { status, headers } = response;
  const isFailure = status >= 400 && headers.get("content-type")?.startsWith("application/json") === true;
  if (!isFailure || !wantsPage(request)) return response;
  const language = wantedLanguage(request);
  const { msg, code } = await readRefusal(response, language);
  if (code === "NONEXISTENT_SUBDOMAIN") return noOrganizationPage(language);
  const words = failureWords[language];
  const titles: Readonly<Record<number, string>> = words.titles;
  const title = titles[status] ?? words.otherTitle;
  const wait = request.method === "GET" && status === 503 ? headers.get("retry-after") : null;
  const body = html`<p>${msg === NOT_FOUND ? words.nothingHere : msg}</p>
${wait === null ? undefined : html`<p>${words.retries}</p>\n`}<p class="links"><a href="/">${words.toFirstPage}</a></p>`;
  const page = htmlPage({ language, title, status, body });
  for (const [name, value] of headers) {
    if (/^content-/i.test(name)) continue;
    if (name.toLowerCase() === "set-cookie") page.headers.append(name, value);
    else page.headers.set(name, value);
  }
  if (wait !== null) page.headers.set("refresh", wait);
  return page;
}
