import { isRich, markdownOfHtml } from "../../../model/formatting/markdown-of-html.ts";
import { serverHtml } from "../../../parts/server-html.ts";

/**
 * Converts pasted HTML to Markdown; undefined if it has no formatting. The HTML is never shown: it is parsed into a
 * document of its own, in which no script runs and nothing is loaded. The page's policy of trusted types still applies.
 */
export function markdownOf(html: string): string | undefined {
  const { body } = new DOMParser().parseFromString(serverHtml(html).__html, "text/html");
  return isRich(body) ? markdownOfHtml(body) : undefined;
}
