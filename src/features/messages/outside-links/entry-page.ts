import { type PageContext, page } from "../../../api/page.ts";
import { type Html, html } from "../../../html-pages/html.ts";
import { htmlPage } from "../../../html-pages/html-page.ts";
import { noOrganizationPage } from "../../../html-pages/no-organization-page.ts";
import { type Entrance, pageOrganization } from "../../../html-pages/page-organization.ts";
import { pageSession, redirectPage } from "../../../html-pages/page-session.ts";
import { type Refusal, readRefusal } from "../../../html-pages/refusal.ts";
import { wantedLocale } from "../../../html-pages/wanted-language.ts";
import { readFields } from "../../../http/request-values.ts";
import type { Language } from "../../../protocol/language.ts";
import { words } from "../../../protocol/words/words.ts";
import { deviceHash } from "./devices.ts";
import { deviceCode } from "./emit-links.ts";
import type { Entry } from "./endpoints.ts";

const entryWords = words("outside", {
  title: "Join {organization}",
  greeting: "{inviter} invited you to {organization}, without an account.",
  seesChannel: "You will see the channel “{channel}” from now on, and nothing else.",
  seesHistory: "You will see the channel “{channel}” with its history, and nothing else.",
  seesTopic: "You will see the topic “{topic}” in “{channel}”, and nothing else.",
  areSeen: "Everyone there sees your name, and that you are from outside.",
  until: "The link is open until {date}.",
  name: "Your name",
  welcomeBack: "Welcome back, {name}.",
  email: "Your email address, to hear of messages you miss (optional)",
  enter: "Join",
  loggedInAlready:
    "You're already logged in here. To join by this link, open it in another browser or a private window.",
  goOn: "Go to {organization}",
  alreadyIn: "I'm already here on another device",
  deviceTitle: "Join on this device, too",
  deviceAsk: "Enter the name that you have there. Someone then has to confirm this device.",
  ask: "Ask",
  deviceWaits:
    "Confirm this device on your other one within 15 minutes, or ask the person who invited you to confirm it. They see the code {code}.",
  deviceGoOn: "Continue",
  notYet: "No one has confirmed this device yet.",
});

const pathOf = ({ variables }: PageContext) => `/outside_access/${encodeURIComponent(variables["key"] ?? "")}`;

/** The page at a link's URL: what it opens, who will see the visitor, and a form for a name. */
export const entryPage = page("GET /outside/:key", async (context) => {
  const { language } = context;
  if (context.url.searchParams.has("device")) return devicePage(context);
  const [answer, organization] = [await context.call(`GET ${pathOf(context)}`), await pageOrganization(context)];
  if (organization === undefined) return noOrganizationPage(language);
  if (!answer.ok) return refuse(context, organization, await readRefusal(answer, language));
  const entry = await answer.json<Entry>();
  if (entry.returning !== null && (await pageSession(context)) === "live") return redirectPage("/");
  return formPage(context, organization, entry);
});

/** Lets in a person who entered their name, or shows the form again with the error. */
export const entrySubmittedPage = page("POST /outside/:key", async (context) => {
  const { language } = context;
  const { text } = await readFields(context.request, context.url);
  const name = text.get("full_name");
  if (text.has("device")) return askOrEnter(context, text);
  const organization = await pageOrganization(context);
  if (organization === undefined) return noOrganizationPage(language);
  const locale = wantedLocale(context.request);
  const fields: Record<string, string> = locale === undefined ? {} : { locale };
  const email = text.get("email")?.trim() ?? "";
  if (name !== undefined) fields["full_name"] = name;
  if (email !== "") fields["email"] = email;
  const entered = await context.call(`POST ${pathOf(context)}`, fields);
  if (entered.ok) return redirectPage("/", entered.headers.getSetCookie());
  const refusal = await readRefusal(entered, language);
  const answer = await context.call(`GET ${pathOf(context)}`);
  if (!answer.ok) return refuse(context, organization, refusal);
  return formPage(context, organization, await answer.json<Entry>(), { name: name ?? "", email, refusal });
});

/** Link to the form for another device, the same for every key. */
const deviceLink = (language: Language): Html => html`<a href="?device=ask">${entryWords[language].alreadyIn}</a>`;

/** Shows why a link is refused. People who already joined can still log in another device. */
const refuse = ({ language }: PageContext, organization: Entrance, { msg, status }: Refusal): Response =>
  htmlPage({
    language,
    organization,
    title: organization.name,
    body: html`<p>${msg}</p>\n<p class="links">${deviceLink(language)}</p>`,
    status,
  });

interface DeviceShown {
  readonly waiting?: { readonly device_key: string; readonly code: string };
  readonly refusal?: Refusal;
  readonly cookies?: readonly string[];
}

/** Shows the form to request access for this device, or the code that someone has to confirm. */
async function devicePage(
  context: PageContext,
  { waiting, refusal, cookies = [] }: DeviceShown = {},
): Promise<Response> {
  const { language } = context;
  const organization = await pageOrganization(context);
  if (organization === undefined) return noOrganizationPage(language);
  const words = entryWords[language];
  const body =
    waiting === undefined
      ? html`<p>${words.deviceAsk}</p>
<form method="post"><input type="hidden" name="device" value="ask">
<label>${words.name} <input name="full_name" required minlength="2" maxlength="70" autocomplete="name"></label>
<button>${words.ask}</button>
</form>`
      : html`<p>${words.deviceWaits(waiting.code)}</p>
<form method="post"><input type="hidden" name="device" value="${waiting.device_key}">
<button>${words.deviceGoOn}</button>
</form>`;
  const wrong =
    refusal && html`<p class="wrong" role="alert">${refusal.status === 404 ? words.notYet : refusal.msg}</p>\n`;
  const shown = htmlPage({
    ...{ language, organization, title: words.deviceTitle, status: refusal?.status ?? 200 },
    body: html`${wrong}${body}`,
  });
  for (const cookie of cookies) shown.headers.append("Set-Cookie", cookie);
  return shown;
}

/** Requests access for this device, or logs it in once someone has confirmed it. */
async function askOrEnter(context: PageContext, text: ReadonlyMap<string, string>): Promise<Response> {
  const [device_key = "", full_name = ""] = ["device", "full_name"].map((name) => text.get(name));
  const isNew = device_key === "ask";
  const answer = isNew
    ? await context.call(`POST ${pathOf(context)}/devices`, { full_name })
    : await context.call(`POST /outside_devices/${encodeURIComponent(device_key)}`);
  if (answer.ok && !isNew) return redirectPage("/", answer.headers.getSetCookie());
  if (answer.ok) return devicePage(context, { waiting: await answer.json(), cookies: answer.headers.getSetCookie() });
  const refusal = await readRefusal(answer, context.language);
  const { browser } = context.facts;
  if (isNew || browser === undefined) return devicePage(context, { refusal });
  // If another site submitted its own key, this code would differ from the one shown to those who confirm.
  const code = deviceCode(deviceHash(device_key, browser));
  return devicePage(context, { refusal, waiting: { device_key, code } });
}

async function formPage(
  context: PageContext,
  organization: Entrance,
  { realm_name, invited_by, channel, topic, history, expires_at, can_get_mail, returning }: Entry,
  {
    name = "",
    email = "",
    refusal,
  }: { readonly name?: string; readonly email?: string; readonly refusal?: Refusal } = {},
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
    ? html`<label>${words.name} <input name="full_name" value="${name}" required minlength="2" maxlength="60" autocomplete="name"></label>
${can_get_mail ? html`<label>${words.email} <input name="email" type="email" value="${email}" autocomplete="email"></label>` : ""}`
    : html`<p>${words.welcomeBack(returning)}</p>`
}
<button>${words.enter}</button>
</form>
<p class="links">${deviceLink(language)}</p>`;
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
