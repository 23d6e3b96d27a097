import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The file that is there while a backup is being put into a data directory. */
export const restoringMark = (data: string) => join(data, "restoring.json");

/** Whether a restore into a data directory was begun, and not ended: what is there is not to be served. */
export const isHalfRestored = (data: string) => existsSync(restoringMark(data));

/**
 * The facts of a restore that was interrupted: the organization, if it was of one, and the contents of files that it
 * was to remove.
 */
export const halfRestored = (data: string): { organization?: string; blobs?: string[] } | undefined =>
  isHalfRestored(data) ? JSON.parse(readFileSync(restoringMark(data), "utf8")) : undefined;
