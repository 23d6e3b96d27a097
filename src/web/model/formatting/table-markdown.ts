import { find, type HtmlNode, tagOf } from "./html-node.ts";

/** The Markdown of a table. Its first row becomes the header, because Markdown has no table without a header. */
export function tableMarkdown(table: HtmlNode, textOfCell: (cell: HtmlNode) => string): string {
  const rows = rowsOf(table).map((row) =>
    Array.from(row.childNodes)
      .filter((cell) => tagOf(cell) === "td" || tagOf(cell) === "th")
      .map((cell) =>
        textOfCell(cell)
          .replace(/\s*\n\s*/g, " ")
          .replaceAll("|", "\\|"),
      ),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  // Tables of a single column or row are mostly used for layout.
  if (width < 2 || rows.length < 2) return rows.map((row) => row.join(" ")).join("\n");
  const line = (row: readonly string[]) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), `|${" --- |".repeat(width)}`, ...body.map(line)].join("\n");
}

function rowsOf(node: HtmlNode): HtmlNode[] {
  return Array.from(node.childNodes).flatMap((child) => {
    if (tagOf(child) === "tr") return [child];
    return /^(?:thead|tbody|tfoot)$/.test(tagOf(child)) || find(child, (one) => tagOf(one) === "tr")
      ? rowsOf(child)
      : [];
  });
}
