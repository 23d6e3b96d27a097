/** Makes a text safe as a Markdown link text: a single line that can't end the link. */
export function linkText(text: string): string {
  const given = text.replace(/\s+/g, " ").trim();
  // A lone backtick could begin code that ends after the link.
  const isSafe = hasPairedBackticks(given) && !/\\(?:[[\]`]|$)/.test(given);
  const line = isSafe ? given : given.replace(/[\\`]/g, "\\$&");
  return isBalanced(line) ? line : line.replace(/\[/g, "(").replace(/\]/g, ")");
}

function hasPairedBackticks(text: string): boolean {
  const runs = text.match(/`+/g) ?? [];
  return runs.every((run, index) => run === runs[index % 2 === 0 ? index + 1 : index - 1]);
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
