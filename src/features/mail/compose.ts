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
  const body = html`${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}${
    link && html`<p><a href="${link.url}">${link.label}</a></p>\n<p>${link.url}</p>\n`
  }`;
  return { from, to, subject: oneLine(subject), text: `${text}\n`, html: body.text };
}

/** Subjects contain the names of people and organizations: a line break in one would begin another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
