import type { Edit, Field } from "../../../src/web/model/formatting/field.ts";

/** A field as tests write it: "«" and "»" around what is selected, or "¦" at the caret. */
export function field(drawn: string): Field {
  const caret = drawn.indexOf("¦");
  if (caret !== -1) return { text: drawn.replace("¦", ""), start: caret, end: caret };
  const start = drawn.indexOf("«");
  const end = drawn.indexOf("»") - 1;
  if (start === -1) throw new Error("a field needs a caret or a selection");
  return { text: drawn.replace("«", "").replace("»", ""), start, end };
}

export function drawn({ text, start, end }: Field): string {
  if (start === end) return `${text.slice(0, start)}¦${text.slice(start)}`;
  return `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`;
}

const applied = ({ text }: Field, { from, to, insert, start, end }: Edit): Field => ({
  text: text.slice(0, from) + insert + text.slice(to),
  start,
  end,
});

/** What a field looks like after a change; as it was where there is none. */
export const changed = (before: Field, edit: Edit | undefined): string =>
  drawn(edit === undefined ? before : applied(before, edit));
