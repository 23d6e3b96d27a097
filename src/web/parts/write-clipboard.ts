/** Copies a string to the clipboard, even if the browser denies the page access (without encryption, or in a frame). */
export async function writeClipboard(text: string): Promise<void> {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    // Falls through to the older API, which needs no permission.
  }
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "for-readers";
  // Text outside a modal dialog can't be selected.
  (document.querySelector("dialog:modal") ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  if (!isDone) throw new Error("the clipboard cannot be written");
}
