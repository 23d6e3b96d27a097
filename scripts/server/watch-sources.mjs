import { watch } from "node:fs";
import { join } from "node:path";

/** The folders of which the Worker and its stores are made. */
export const SOURCES = ["src", "migrations"];

/**
 * Calls `changed` with the name of a folder when something in it has changed.
 *
 * @param {string} root
 * @param {(folder: string) => void} changed
 */
export function watchSources(root, changed) {
  for (const folder of SOURCES) watch(join(root, folder), { recursive: true }, () => changed(folder));
}
