/** Quotes any text so that no run of backticks in it can end the quote. */
export function quoted(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3));
  return `${fence} quote\n${text}\n${fence}`;
}
