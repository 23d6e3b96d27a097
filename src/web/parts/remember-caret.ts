/**
 * Remembers where one writes before a dialog or popover opens; returns what puts the caret back once the field has the focus
 * again. Chromium leaves it where what was closed stood, and what is typed then goes nowhere.
 */
export function rememberCaret(): () => void {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return () => {};
  const { selectionStart, selectionEnd, selectionDirection } = field;
  // Fields that are no text have none.
  if (selectionStart === null) return () => {};
  return () => {
    if (document.activeElement === field) {
      field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? "none");
    }
  };
}
