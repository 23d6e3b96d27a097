/** Writes a text to the clipboard, also where the browser denies it to the page: without encryption, or in a frame. */
export async function writeClipboard(text: string): Promise<void> {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    // The older way follows, which needs no permission.
  }
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "for-readers";
  // Text outside of a modal dialog cannot be selected.
  (document.querySelector("dialog:modal") ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  if (!isDone) throw new Error("the clipboard cannot be written");
}
