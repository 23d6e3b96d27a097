import { isRich, markdownOfHtml } from "../../../model/formatting/markdown-of-html.ts";
import { serverHtml } from "../../../parts/server-html.ts";

/**
 * The Markdown of pasted HTML; undefined where it is no more than its text. Nothing of it is ever shown: it is read from a
 * document of its own, in which nothing runs and nothing is loaded. The browser wants the page's policy for that as well.
 */
export function markdownOf(html: string): string | undefined {
  const { body } = new DOMParser().parseFromString(serverHtml(html).__html, "text/html");
  return isRich(body) ? markdownOfHtml(body) : undefined;
}
