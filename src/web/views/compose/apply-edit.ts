import type { Edit, Field } from "../../model/formatting/field.ts";

export const fieldOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Field => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Edits the text in a way that users can undo, as if they had typed the change. */
export function applyEdit(area: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  const command = insert === "" ? "delete" : "insertText";
  // Only `execCommand` edits a field without losing its undo history. It is deprecated for documents, but has no
  // successor for fields.
  const changed = (from === to && insert === "") || document.execCommand(command, false, insert);
  if (!changed) {
    area.setRangeText(insert, from, to, "end");
    area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: command }));
  }
  area.setSelectionRange(start, end);
}

/** Inserts text at the caret. Text that contains a line break starts on a new line. */
export function insertText(area: HTMLTextAreaElement, insert: string): void {
  const { start, end, text } = fieldOf(area);
  const before = insert.includes("\n") && start > 0 && text[start - 1] !== "\n" ? "\n" : "";
  const caret = start + before.length + insert.length;
  applyEdit(area, { from: start, to: end, insert: before + insert, start: caret, end: caret });
}

/** Replaces a string anywhere in the field, keeping the caret's position. Returns false if it isn't found. */
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
