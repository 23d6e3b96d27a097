import type { Edit, Field } from "../../../src/web/model/formatting/field.ts";

/** Parses a drawing of a text field, with "«" and "»" around the selection or "¦" at the caret. */
export function field(drawn: string): Field {
  const caret = drawn.indexOf("¦");
  if (caret !== -1) return { text: drawn.replace("¦", ""), start: caret, end: caret };
  const start = drawn.indexOf("«");
  const end = drawn.indexOf("»") - 1;
  if (start === -1) throw new Error("a field needs a caret or a selection");
  return { text: drawn.replace("«", "").replace("»", ""), start, end };
}

function drawn({ text, start, end }: Field): string {
  if (start === end) return `${text.slice(0, start)}¦${text.slice(start)}`;
  return `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`;
}

const applied = ({ text }: Field, { from, to, insert, start, end }: Edit): Field => ({
  text: text.slice(0, from) + insert + text.slice(to),
  start,
  end,
});

/** Draws a field after an edit, or unchanged without one. */
export const changed = (before: Field, edit: Edit | undefined): string =>
  drawn(edit === undefined ? before : applied(before, edit));
