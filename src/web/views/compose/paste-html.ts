import { isRich, markdownOfHtml } from "../../model/formatting/markdown-of-html.ts";

/** The Markdown of pasted HTML; undefined where it is no more than its text. Nothing of it runs or is loaded. */
export function markdownOf(html: string): string | undefined {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return isRich(body) ? markdownOfHtml(body) : undefined;
}
