/** Makes a text safe as a Markdown link text: a single line that can't end the link. */
export function linkText(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return isBalanced(line) ? line : line.replace(/\[/g, "(").replace(/\]/g, ")");
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
