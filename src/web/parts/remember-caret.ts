/**
 * Saves the caret of the focused field before a dialog or popover opens. Returns a function that restores it once the
 * field has the focus again. Otherwise Chromium leaves the caret where the closed element was, and typed text is lost.
 */
export function rememberCaret(): () => void {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return () => {};
  const { selectionStart, selectionEnd, selectionDirection } = field;
  // Fields without text, such as checkboxes, have no caret.
  if (selectionStart === null) return () => {};
  return () => {
    if (document.activeElement === field) {
      field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? "none");
    }
  };
}
