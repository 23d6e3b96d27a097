/**
 * Folder in the browser's private file system where archives are unpacked. Also the storage key that marks its
 * existence.
 */
export const PRIVATE_FILES = "moving";

/** Removes everything unpacked in this browser. Files in use by another tab stay, and so does the mark. */
export async function removePrivateFiles(): Promise<void> {
  if (localStorage.getItem(PRIVATE_FILES) === null) return;
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(PRIVATE_FILES, { recursive: true }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "NotFoundError")) throw error;
  });
  localStorage.removeItem(PRIVATE_FILES);
}
