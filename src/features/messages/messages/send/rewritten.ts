import { packMarkup, parseMarkup } from "../../../../markup/index.ts";

/** A text in Markdown, and its HTML. */
interface Text {
  readonly content: string;
  readonly html: string;
}

export type Rewrite = (text: Text) => Text;

/** Writes the texts that are still as they were, in a change, and returns the id of the last that was looked at; null where none follow. */
export type Rewriting = () => number | null;

/** The texts among some to be sent later that `rewrite` changes, with their new markup. */
export async function rewritten<Row extends Text>(rows: readonly Row[], rewrite: Rewrite) {
  const changed: { readonly row: Row; readonly texts: Text & { readonly markup: string } }[] = [];
  for (const row of rows) {
    const { content, html } = rewrite(row);
    if (content === row.content && html === row.html) continue;
    changed.push({ row, texts: { content, html, markup: packMarkup(await parseMarkup(content)) } });
  }
  return changed;
}
