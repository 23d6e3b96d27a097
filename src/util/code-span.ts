/** Formats a string, which can contain backticks, as inline code in Markdown. */
export function codeSpan(text: string): string {
  let longest = 0;
  for (const { length } of text.match(/`+/g) ?? []) longest = Math.max(longest, length);
  const fence = "`".repeat(longest + 1);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return fence + space + text + space + fence;
}
