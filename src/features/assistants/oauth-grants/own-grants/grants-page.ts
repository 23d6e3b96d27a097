import { type PageContext, page } from "../../../../api/page.ts";
import { cookieOf } from "../../../../html-pages/cookies.ts";
import { html } from "../../../../html-pages/html.ts";
import { withoutOrganization } from "../../../../html-pages/no-organization-page.ts";
import { organizationPage } from "../../../../html-pages/page-organization.ts";
import { redirectPage } from "../../../../html-pages/page-session.ts";
import { readFields } from "../../../../http/request-values.ts";
import type { Scope } from "../../../../protocol/actor.ts";
import type { Language } from "../../../../protocol/language.ts";
import { words } from "../../../../protocol/words/words.ts";

/** Page where users see and revoke their assistants. */
export const GRANTS_PATH = "/accounts/assistants/";

const grantsWords = words("ownGrants", {
  title: "Your assistants",
  none: "No assistant has access to your account.",
  may: "Can",
  scopes: {
    read: "read channels",
    "read:direct": "read direct messages",
    write: "write in channels",
    "write:direct": "write direct messages",
    files: "open files",
  },
  since: "Since",
  used: "Last used",
  never: "never",
  end: "Revoke access of {name}",
  back: "Back to messages",
});

interface Assistant {
  readonly id: number;
  readonly name: string;
  readonly host: string | null;
  readonly scopes: readonly Scope[];
  readonly created_at: number;
  readonly last_used_at: number | null;
}

const dayIn = (language: Language, seconds: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(seconds * 1000);

async function show(context: PageContext): Promise<Response> {
  const { language } = context;
  const words = grantsWords[language];
  const answer = await context.call("GET /users/me/assistants");
  if (answer.status === 401) return redirectPage(`/login/?${new URLSearchParams({ next: GRANTS_PATH })}`);
  if (!answer.ok) return answer;
  const { assistants } = await answer.json<{ assistants: Assistant[] }>();
  const csrf = cookieOf(context.request.headers.get("cookie") ?? "", "csrftoken") ?? "";
  const shown = assistants.map(
    ({ id, name, host, scopes, created_at, last_used_at }) => html`<article>
<h2><bdi>${name}</bdi></h2>
<p>${host === null ? null : html`${host}<br>`}${words.may}: ${scopes.map((scope) => words.scopes[scope]).join(", ")}<br>
${words.since}: ${dayIn(language, created_at)}<br>
${words.used}: ${last_used_at === null ? words.never : dayIn(language, last_used_at)}</p>
<form method="post" action="${GRANTS_PATH}">
<input type="hidden" name="csrfmiddlewaretoken" value="${csrf}">
<button class="second" name="grant" value="${id}">${words.end(name)}</button>
</form>
</article>
`,
  );
  const body = html`${shown.length === 0 ? html`<p>${words.none}</p>\n` : shown}<p class="links"><a href="/">${words.back}</a></p>`;
  return organizationPage(context, () => ({ title: words.title, body }), withoutOrganization);
}

async function revokeGrant(context: PageContext): Promise<Response> {
  const { text } = await readFields(context.request, context.url);
  const csrfmiddlewaretoken = text.get("csrfmiddlewaretoken") ?? "";
  const answer = await context.call(`DELETE /users/me/assistants/${Number(text.get("grant"))}`, {
    csrfmiddlewaretoken,
  });
  return answer.ok ? redirectPage(GRANTS_PATH) : answer;
}

export const grantsPages = [page("GET /accounts/assistants", show), page("POST /accounts/assistants", revokeGrant)];
