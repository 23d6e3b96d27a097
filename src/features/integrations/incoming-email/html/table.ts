export interface Cell {
  readonly text: string;
  readonly isHead: boolean;
}

const MAX_COLUMNS = 12;

/**
 * Converts rows to Markdown: a table if it has header cells, otherwise lines, because most tables in emails are just
 * layout.
 */
export function rowsAsMarkdown(rows: readonly (readonly Cell[])[]): string {
  const filled = rows.filter((row) => row.some(({ text }) => text !== ""));
  const [head, ...others] = filled;
  if (head === undefined) return "";
  const isPlain = filled.every((row) => row.every(({ text }) => !text.includes("\n")));
  const isTable = head.length > 1 && head.length <= MAX_COLUMNS && head.every(({ isHead }) => isHead);
  if (!isPlain) return filled.map((row) => texts(row).join("\n\n")).join("\n\n");
  if (!isTable || others.length === 0) return filled.map((row) => texts(row).join(" ")).join("\n");
  return [line(head), line(head.map(() => ({ text: "---", isHead: true }))), ...others.map(line)].join("\n");
}

const texts = (row: readonly Cell[]) => row.map(({ text }) => text).filter((text) => text !== "");
const line = (row: readonly Cell[]) => `| ${row.map(({ text }) => text.replace(/\|/g, "\\|")).join(" | ")} |`;
