import { linkText } from "../../util/link-text.ts";

/** A link, whose text and address cannot end it. */
export function markdownLink(text: string, url: string): string {
  const target = url.trim().replace(/\s/g, "%20").replace(/\(/g, "%28").replace(/\)/g, "%29");
  const shown = text.replace(/\s+/g, " ").trim();
  if (shown === "" || shown === url) return url;
  return `[${linkText(shown)}](${target})`;
}
