import { Html, html } from "../../html-pages/html.ts";
import type { EmailMessage, Excerpt } from "./email.ts";

export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Record<string, string>;
  readonly replyTo?: string;
}

/** Header that identifies emails of a Parley server if they come back. */
export const LETTER_MARK = "X-Parley-Letter";

/** Headers of all emails. Automatic responders ignore emails with them (RFC 3834). */
const AUTOMATED_HEADERS = { "Auto-Submitted": "auto-generated", [LETTER_MARK]: "1" };

export function compose(letter: EmailMessage, from: string): Mail {
  const { to, subject, headers, replyTo } = letter;
  return {
    from,
    to,
    subject: oneLine(subject),
    text: renderPlainText(letter),
    html: htmlOf(letter),
    headers: Object.fromEntries(
      Object.entries({ ...AUTOMATED_HEADERS, ...headers }).map(([name, value]) => [name, oneLine(value)]),
    ),
    ...(replyTo !== undefined && { replyTo: oneLine(replyTo) }),
  };
}

function renderPlainText({ paragraphs, excerpts = [], link, footer }: EmailMessage): string {
  const parts = [
    ...paragraphs,
    ...excerpts.flatMap(excerptText),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    // Email programs treat a line with two dashes and a space as the start of the signature.
    ...(footer ? [["-- ", footer.text, ...footer.links.map(({ label, url }) => `${label}: ${url}`)].join("\n")] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

const excerptText = ({ title, messages, more }: Excerpt): string[] => [
  ...(title ? [`${title.label}\n${title.url}`] : []),
  ...messages.map(({ by, at, text }) => `${by}, ${at}\n${indented(text)}`),
  ...(more === undefined ? [] : [more]),
];

const indented = (text: string) =>
  text
    .split("\n")
    .map((line) => `  ${line}`.trimEnd())
    .join("\n");

function htmlOf({ paragraphs, excerpts = [], link, footer }: EmailMessage): string {
  const body = html`<div dir="auto" style="${LOOK}">
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}${excerpts.map(excerptHtml)}${
  link &&
  html`<p style="margin:24px 0"><a href="${link.url}" style="${BUTTON}">${link.label}</a></p>
${footer === undefined ? html`<p style="${SMALL};word-break:break-all">${link.url}</p>\n` : null}`
}${footer && footerHtml(footer)}</div>`;
  return body.text;
}

const excerptHtml = ({ title, messages, more }: Excerpt) =>
  html`${
    title &&
    html`<h2 style="margin:28px 0 8px;font-size:17px"><a href="${title.url}" style="color:#1d6b56">${title.label}</a></h2>\n`
  }${messages.map(
    ({ by, at, html: content, isEarlier }) => html`<div style="${isEarlier ? EARLIER : MESSAGE}">
<p style="margin:0"><b>${by}</b> <span style="${SMALL}">${at}</span></p>
${new Html(content)}
</div>\n`,
  )}${more !== undefined ? html`<p style="${SMALL}">${more}</p>\n` : null}`;

const footerHtml = ({ text, links }: NonNullable<EmailMessage["footer"]>) =>
  html`<p style="${SMALL};margin-top:28px;border-top:1px solid #d8dedb;padding-top:12px">${text}${links.map(
    ({ label, url }) => html`<br><a href="${url}" style="color:#69726f">${label}</a>`,
  )}</p>\n`;

// Email programs support neither variables nor style sheets, so styles are inline, in the colors of the client's light
// theme.
const LOOK = "max-width:480px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const SMALL = "font-size:13px;color:#69726f";
const MESSAGE = "margin:12px 0;padding-left:12px;border-left:3px solid #1d6b56;overflow-wrap:anywhere";
const EARLIER = "margin:12px 0;padding-left:12px;border-left:3px solid #d8dedb;color:#69726f;overflow-wrap:anywhere";
const BUTTON =
  "display:inline-block;padding:10px 18px;border-radius:8px;background:#1d6b56;color:#fff;font-weight:600;text-decoration:none";

/**
 * Puts a subject on one line. Subjects contain names of users and organizations, where a line break would start another
 * header.
 */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
