import { html } from "../../http/html.ts";
import type { Letter } from "./mail.ts";

/** An email in the form in which mail services take it. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Renders an email as plain text and as HTML with the same content. */
export function compose({ to, subject, paragraphs, link }: Letter, from: string): Mail {
  const text = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : [])].join("\n\n");
  const body = html`<div style="${LOOK}">
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}${
  link &&
  html`<p style="margin:24px 0"><a href="${link.url}" style="${BUTTON}">${link.label}</a></p>
<p style="font-size:13px;color:#69726f;word-break:break-all">${link.url}</p>\n`
}</div>`;
  return { from, to, subject: oneLine(subject), text: `${text}\n`, html: body.text };
}

// Programs for mail know neither variables nor sheets of styles: these are the colours of the client's light theme.
const LOOK = "max-width:480px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const BUTTON =
  "display:inline-block;padding:10px 18px;border-radius:8px;background:#1d6b56;color:#fff;font-weight:600;text-decoration:none";

/** Subjects contain the names of people and organizations: a line break in one would begin another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
