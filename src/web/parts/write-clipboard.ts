/** Puts a text on the clipboard, also on a page that came without encryption, for which browsers have no other way. */
export async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
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
