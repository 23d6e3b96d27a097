import type { Edit, Field } from "../../../model/formatting/field.ts";

export const fieldOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Field => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Makes a change as if it had been typed, so that it can be undone. */
export function applyEdit(area: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  const command = insert === "" ? "delete" : "insertText";
  // The one way to change a field and keep what undoes it: deprecated for documents, and without a successor for fields.
  const changed = (from === to && insert === "") || document.execCommand(command, false, insert);
  if (!changed) {
    area.setRangeText(insert, from, to, "end");
    area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: command }));
  }
  area.setSelectionRange(start, end);
}

/** Puts a text where the caret is; one of several lines begins on a line of its own. */
export function insertText(area: HTMLTextAreaElement, insert: string): void {
  const { start, end, text } = fieldOf(area);
  const before = insert.includes("\n") && start > 0 && text[start - 1] !== "\n" ? "\n" : "";
  const caret = start + before.length + insert.length;
  applyEdit(area, { from: start, to: end, insert: before + insert, start: caret, end: caret });
}

/** Replaces a text wherever it stands in the field by now, and leaves the caret where it was. Says whether it was there. */
export function replaceInField(area: HTMLTextAreaElement, text: string, by: string): boolean {
  const from = area.value.indexOf(text);
  if (from === -1) return false;
  const to = from + text.length;
  const moved = (at: number) => (at >= to ? at + by.length - text.length : Math.min(at, from + by.length));
  const [start, end] = [area.selectionStart, area.selectionEnd].map((at) => (at <= from ? at : moved(at)));
  if (document.activeElement === area) {
    applyEdit(area, { from, to, insert: by, start: start ?? 0, end: end ?? 0 });
  } else {
    area.setRangeText(by, from, to, "preserve");
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  return true;
}
