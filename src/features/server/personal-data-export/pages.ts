import { unpacked } from "../../../database/stored.ts";
import { Html, html } from "../../../html-pages/html.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { directionOf, type Language } from "../../../protocol/language.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type SectionName, sectionTitles } from "./sections.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export const toJson = (value: unknown): Json => unpacked<Json>(JSON.stringify(value ?? null));

export const isRecord = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const listIn = (reply: Json, name: string): { readonly [name: string]: Json }[] => {
  const list = isRecord(reply) ? reply[name] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
};

export const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);
export const encodeJson = (value: unknown): Uint8Array => encodeText(`${JSON.stringify(value, null, 1)}\n`);

const ownDataWords = words("ownData", {
  title: "Data of {name}",
  lead: "This is what {url} stores about your account. Files that end in .json are for programs.",
  account: "Account",
  sent: "Messages you sent in channels",
  direct: "Direct messages",
});

// The pages are opened from disk, without the server, so they contain no scripts and load no other files.

export interface OwnMessage {
  readonly id: number;
  readonly sender_id: number;
  readonly sender_full_name: string;
  readonly timestamp: number;
  readonly content: string;
  readonly subject: string;
  readonly type: string;
  /** Channel name, or the participants of a direct conversation. */
  readonly display_recipient: string | readonly { readonly id: number; readonly full_name: string }[];
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
h2{margin-top:2.5rem;border-bottom:1px solid #ccc}table{border-collapse:collapse;width:100%;margin:.5rem 0}
th,td{border:1px solid #ddd;padding:.25rem .5rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}
th{width:16rem;font-weight:600;background:#f6f6f6}article{border-top:1px solid #ddd;padding:.75rem 0}
.about{color:#555;font-size:.875rem}img,video{max-width:100%}pre{overflow:auto}`;

/** Renders a page. Relative links to the server resolve against `base`. */
function page(language: Language, { title, base }: { title: string; base?: string }, body: Html): string {
  const head = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
${base === undefined ? null : html`<base href="${base}/">`}
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`;
  return head.text;
}

const formatTime = (language: Language, seconds: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" }).format(
    seconds * 1000,
  );

/** Renders the page with everything except messages. */
export function accountPage(language: Language, { identity }: Realm, account: Readonly<Record<string, Json>>): string {
  const w = ownDataWords[language];
  const titles = sectionTitles[language];
  const sections = Object.entries(account).map(
    ([name, value]) => html`<section>\n<h2>${titles[name as SectionName]}</h2>\n${renderValue(value)}\n</section>\n`,
  );
  return page(language, { title: `${w.account} · ${identity.subdomain}` }, html`${sections}`);
}

export function messagesPage(
  language: Language,
  realm: Realm,
  section: "sent" | "direct",
  messages: readonly OwnMessage[],
): string {
  const w = ownDataWords[language];
  const articles = messages.map(
    (message) => html`<article>
<p class="about"><b>${message.sender_full_name}</b> · ${conversationTitle(message)} · <time>${formatTime(language, message.timestamp)} UTC</time></p>
${new Html(message.content)}
</article>
`,
  );
  return page(language, { title: w[section], base: realm.url }, html`${articles}`);
}

function conversationTitle({ display_recipient: to, subject }: OwnMessage): string {
  if (typeof to === "string") return subject === "" ? `#${to}` : `#${to} › ${subject}`;
  return to.map(({ full_name }) => full_name).join(", ");
}

export function indexPage(
  language: Language,
  { url }: Realm,
  { full_name }: Actor,
  members: readonly { readonly name: string; readonly rows: number | null }[],
): string {
  const w = ownDataWords[language];
  const items = members.map(
    ({ name, rows }) =>
      html`<li><a href="${encodeURI(name)}">${name}</a>${rows === null || rows === 0 ? null : ` (${rows})`}</li>\n`,
  );
  return page(language, { title: w.title(full_name) }, html`<p>${w.lead(url)}</p>\n<ul>\n${items}</ul>`);
}

const fieldLabel = (name: string): string => name.replaceAll("_", " ");

/** Renders a JSON value for people: objects and arrays as tables, anything else as text. */
function renderValue(value: Json): Html {
  if (Array.isArray(value)) {
    if (value.length === 0) return html`–`;
    if (!value.some((one) => typeof one === "object")) return html`${value.map(String).join(", ")}`;
    return html`${value.map((one) => renderValue(one))}`;
  }
  if (!isRecord(value)) return html`${value === null ? "–" : String(value)}`;
  const rows = Object.entries(value).map(
    ([name, one]) => html`<tr><th>${fieldLabel(name)}</th><td>${renderValue(one)}</td></tr>\n`,
  );
  return html`<table>\n${rows}</table>`;
}
