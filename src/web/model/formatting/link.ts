import { type Edit, type Field, selectedOf } from "./field.ts";

const address = /^(?:https?:\/\/|mailto:)\S+$/i;

const isAddress = (text: string): boolean => address.test(text.trim());

/** Makes the selection a link, ready for the missing address or text to be typed; a selected link becomes its text. */
export function toggleLink(field: Field): Edit {
  const { start, end } = field;
  const selected = selectedOf(field);
  const [, linked] = /^\[([^\]\n]*)\]\(([^)\s]*)\)$/.exec(selected) ?? [];
  if (linked !== undefined) return { from: start, to: end, insert: linked, start, end: start + linked.length };
  if (isAddress(selected)) {
    return { from: start, to: end, insert: `[](${selected.trim()})`, start: start + 1, end: start + 1 };
  }
  const insert = `[${selected}](url)`;
  if (selected === "") return { from: start, to: end, insert: "[](url)", start: start + 1, end: start + 1 };
  // The address is selected, so that pasting or typing replaces it.
  return { from: start, to: end, insert, start: start + selected.length + 3, end: start + selected.length + 6 };
}

/** The change of pasting an address over a text, which makes the text a link; undefined if it is pasted as it is. */
export function pasteAddress(field: Field, pasted: string): Edit | undefined {
  const selected = selectedOf(field);
  const url = pasted.trim();
  if (!isAddress(url) || selected.trim() === "" || /[\n[\]]/.test(selected) || isAddress(selected)) return undefined;
  const around = field.text.slice(Math.max(0, field.start - 2), field.start);
  // The selection is the address of a link, which the pasted one replaces.
  if (around === "](") return undefined;
  const insert = `[${selected.trim()}](${url})`;
  const caret = field.start + insert.length;
  return { from: field.start, to: field.end, insert, start: caret, end: caret };
}
