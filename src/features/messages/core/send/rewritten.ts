import { packMarkup, parseMarkup } from "../../../../markup/index.ts";

interface Text {
  readonly content: string;
  readonly html: string;
}

export type Rewrite = (text: Text) => Text;

/**
 * Writes the texts that haven't changed in the meantime. Must run within a change. Returns the id of the last text
 * checked, or null if none follow.
 */
export type Rewriting = () => number | null;

/** Returns the texts that `rewrite` changes, with their new markup. */
export async function rewritten<Row extends Text>(rows: readonly Row[], rewrite: Rewrite) {
  const changed: { readonly row: Row; readonly texts: Text & { readonly markup: string } }[] = [];
  for (const row of rows) {
    const { content, html } = rewrite(row);
    if (content === row.content && html === row.html) continue;
    changed.push({ row, texts: { content, html, markup: packMarkup(await parseMarkup(content)) } });
  }
  return changed;
}
