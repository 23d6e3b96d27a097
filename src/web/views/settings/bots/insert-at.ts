type Writable = HTMLTextAreaElement | HTMLInputElement;

/** Puts a text where the caret is, as if it were typed, so that it can be undone as well. */
export function insertAt(element: Writable, text: string): void {
  element.focus();
  const isLine = element instanceof HTMLInputElement;
  const typed = isLine ? text.replace(/\s*\n\s*/g, " ") : text;
  if (document.execCommand("insertText", false, typed)) return;
  const { selectionStart, selectionEnd } = element;
  element.setRangeText(typed, selectionStart ?? 0, selectionEnd ?? 0, "end");
  element.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Where a line begins and ends in a text; lines count from 1. */
export function lineOf(text: string, line: number): [start: number, end: number] {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return [start, start + (lines[line - 1]?.length ?? 0)];
}
