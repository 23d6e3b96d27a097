/** Makes a string safe as a Markdown link text: a single line that can't end the link. */
export function linkText(text: string): string {
  const line = enclosedText(text);
  return isBalanced(line) ? line : line.replace(/\[/g, "(").replace(/\]/g, ")");
}

/** Returns a string as one line, with backticks and backslashes that have no effect on the markup around it. */
export function enclosedText(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  // A lone backtick could begin code that ends after the markup.
  const isSafe = hasPairedBackticks(line) && !/\\(?:[[\]`]|$)/.test(line);
  return isSafe ? line : line.replace(/[\\`]/g, "\\$&");
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
