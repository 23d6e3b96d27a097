/** Puts a text on the clipboard, also where the browser gives a page no leave to: without encryption, or within another. */
export async function writeClipboard(text: string): Promise<void> {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    // As it was done before there were clipboards for pages.
  }
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "for-readers";
  // All that is outside of a modal dialog can be selected by nobody.
  (document.querySelector("dialog:modal") ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  if (!isDone) throw new Error("the clipboard cannot be written");
}
