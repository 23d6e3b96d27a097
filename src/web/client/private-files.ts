/**
 * The folder of the browser's private file system into which archives are unpacked; also the storage key that marks that
 * there is one.
 */
export const PRIVATE_FILES = "moving";

/** Removes all that was unpacked in this browser. Files that another tab still uses stay, and so does the mark. */
export async function removePrivateFiles(): Promise<void> {
  if (localStorage.getItem(PRIVATE_FILES) === null) return;
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(PRIVATE_FILES, { recursive: true }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "NotFoundError")) throw error;
  });
  localStorage.removeItem(PRIVATE_FILES);
}
