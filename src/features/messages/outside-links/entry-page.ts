import { type PageContext, page } from "../../../api/page.ts";
import { html } from "../../../html-pages/html.ts";
import { htmlPage } from "../../../html-pages/html-page.ts";
import { noOrganizationPage } from "../../../html-pages/no-organization-page.ts";
import { pageOrganization } from "../../../html-pages/page-organization.ts";
import { pageSession, redirectPage } from "../../../html-pages/page-session.ts";
import { type Refusal, readRefusal } from "../../../html-pages/refusal.ts";
import { wantedLocale } from "../../../html-pages/wanted-language.ts";
import { readFields } from "../../../http/request-values.ts";
import { words } from "../../../protocol/words/words.ts";
import { refusalPage } from "../../people/invitations/join-forms.ts";

const entryWords = words("outside", {
  title: "Come in to {organization}",
  greeting: "{inviter} invited you to {organization}, without an account.",
  seesChannel: "You will see the channel “{channel}” from now on, and nothing else.",
  seesHistory: "You will see the channel “{channel}” with its history, and nothing else.",
  seesTopic: "You will see the topic “{topic}” in “{channel}”, and nothing else.",
  areSeen: "Everyone there sees your name, and that you are from outside.",
  until: "The link is open until {date}.",
  name: "Your name",
  welcomeBack: "Welcome back, {name}.",
  enter: "Come in",
  loggedInAlready:
    "You're already logged in here. To come in by this link, open it in another browser or a private window.",
  goOn: "Go to {organization}",
});

interface Entry {
  readonly realm_name: string;
  readonly invited_by: string;
  readonly channel: string;
  readonly topic: string | null;
  readonly history: boolean;
  readonly expires_at: number;
  readonly returning: string | null;
}

type Organization = NonNullable<Awaited<ReturnType<typeof pageOrganization>>>;

const pathOf = ({ variables }: PageContext) => `/outside_access/${encodeURIComponent(variables["key"] ?? "")}`;

/** The page at a link's URL: what it opens, to whom one is shown, and a form for a name. */
export const entryPage = page("GET /outside/:key", async (context) => {
  const { language } = context;
  const [answer, organization] = [await context.call(`GET ${pathOf(context)}`), await pageOrganization(context)];
  if (organization === undefined) return noOrganizationPage(language);
  if (!answer.ok) return refusalPage(await readRefusal(answer, language), { language, organization });
  const entry = await answer.json<Entry>();
  if (entry.returning !== null && (await pageSession(context)) === "live") return redirectPage("/");
  return formPage(context, organization, entry);
});

/** Lets the person in who entered their name, or shows the form again with what is wrong. */
export const entrySubmittedPage = page("POST /outside/:key", async (context) => {
  const { language } = context;
  const { text } = await readFields(context.request, context.url);
  const name = text.get("full_name");
  const organization = await pageOrganization(context);
  if (organization === undefined) return noOrganizationPage(language);
  const locale = wantedLocale(context.request);
  const fields: Record<string, string> = locale === undefined ? {} : { locale };
  if (name !== undefined) fields["full_name"] = name;
  const entered = await context.call(`POST ${pathOf(context)}`, fields);
  if (entered.ok) return redirectPage("/", entered.headers.getSetCookie());
  const refusal = await readRefusal(entered, language);
  const answer = await context.call(`GET ${pathOf(context)}`);
  if (!answer.ok) return refusalPage(refusal, { language, organization });
  return formPage(context, organization, await answer.json<Entry>(), { name: name ?? "", refusal });
});

async function formPage(
  context: PageContext,
  organization: Organization,
  { realm_name, invited_by, channel, topic, history, expires_at, returning }: Entry,
  { name = "", refusal }: { readonly name?: string; readonly refusal?: Refusal } = {},
): Promise<Response> {
  const { language } = context;
  const words = entryWords[language];
  const isLoggedIn = (await pageSession(context)) === "live";
  const seen =
    topic !== null
      ? words.seesTopic(topic, channel)
      : history
        ? words.seesHistory(channel)
        : words.seesChannel(channel);
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  const form = html`<form method="post">
${
  returning === null
    ? html`<label>${words.name} <input name="full_name" value="${name}" required minlength="2" maxlength="60" autocomplete="name"></label>`
    : html`<p>${words.welcomeBack(returning)}</p>`
}
<button>${words.enter}</button>
</form>`;
  return htmlPage({
    language,
    organization,
    title: words.title(realm_name),
    about: html`<p>${words.greeting(invited_by, realm_name)}</p>
<p>${seen} ${words.areSeen}</p>
<p class="soft">${words.until(`${date.format(expires_at * 1000)} UTC`)}</p>`,
    body: isLoggedIn
      ? html`<p>${words.loggedInAlready}</p>\n<p class="links"><a href="/">${words.goOn(realm_name)}</a></p>`
      : html`${refusal && html`<p class="wrong" role="alert">${refusal.msg}</p>\n`}${form}`,
    status: refusal?.status ?? 200,
  });
}
