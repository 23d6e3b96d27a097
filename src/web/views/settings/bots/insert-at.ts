type Writable = HTMLTextAreaElement | HTMLInputElement;

/** Inserts a text at the caret as if it were typed, so that it can be undone. */
export function insertAt(element: Writable, text: string): void {
  element.focus();
  const isLine = element instanceof HTMLInputElement;
  const typed = isLine ? text.replace(/\s*\n\s*/g, " ") : text;
  if (document.execCommand("insertText", false, typed)) return;
  const { selectionStart, selectionEnd } = element;
  element.setRangeText(typed, selectionStart ?? 0, selectionEnd ?? 0, "end");
  element.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The start and the end of a line in a text; lines count from 1. */
export function lineOf(text: string, line: number): [start: number, end: number] {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return [start, start + (lines[line - 1]?.length ?? 0)];
}
