import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @param {string} data a file that is there while a backup is being put into the data directory */
export const restoringMark = (data) => join(data, "restoring.json");

/** @param {string} data whether a restore was begun there, and not ended: what is there is not to be served */
export const isHalfRestored = (data) => existsSync(restoringMark(data));

/**
 * What is known of a restore that was interrupted: of which organization it was, if it was of one, and what the files hold
 * that it was to remove.
 *
 * @param {string} data
 * @returns {{ organization?: string, blobs?: string[] } | undefined}
 */
export const halfRestored = (data) =>
  isHalfRestored(data) ? JSON.parse(readFileSync(restoringMark(data), "utf8")) : undefined;
