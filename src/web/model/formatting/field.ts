/** A text field with its selection. If `start` and `end` are equal, they are the caret. */
export interface Field {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** An edit of a field: `insert` replaces the text from `from` to `to`, then `start` to `end` is selected. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces line breaks with spaces. */
export const unbroken = (text: string): string => text.replace(/(?<!\s)\s*\n\s*/g, " ");

export const selectedOf = ({ text, start, end }: Field) => text.slice(start, end);

/**
 * Returns the range of whole lines that a selection touches. A selection that ends at the start of a line doesn't touch
 * that line.
 */
export function selectedLines({ text, start, end }: Field): { readonly from: number; readonly to: number } {
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const to = text.indexOf("\n", last);
  return { from: text.lastIndexOf("\n", start - 1) + 1, to: to === -1 ? text.length : to };
}
