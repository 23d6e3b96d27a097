/** A link, whose text and address cannot end it. */
export function markdownLink(text: string, url: string): string {
  const target = url.trim().replace(/\s/g, "%20").replace(/\(/g, "%28").replace(/\)/g, "%29");
  const shown = text.replace(/\s+/g, " ").trim();
  if (shown === "" || shown === url) return url;
  return `[${isBalanced(shown) ? shown : shown.replace(/\[/g, "(").replace(/\]/g, ")")}](${target})`;
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "[") depth += 1;
    if (character === "]") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
