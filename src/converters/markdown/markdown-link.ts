import { linkText } from "../../util/link-text.ts";

/** Builds a Markdown link. The text and URL are escaped so that they can't end it early. */
export function markdownLink(text: string, url: string): string {
  const target = url.trim().replace(/\s/g, "%20").replace(/\(/g, "%28").replace(/\)/g, "%29").replace(/`/g, "%60");
  const shown = text.replace(/\s+/g, " ").trim();
  if (shown === "" || shown === url) return url;
  return `[${linkText(shown)}](${target})`;
}
