import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** File that exists while a backup is being restored into a data directory. */
export const restoringMark = (data: string) => join(data, "restoring.json");

/** Whether a restore into a data directory was started but not finished. Its content must not be served. */
export const isHalfRestored = (data: string) => existsSync(restoringMark(data));

/** Details of an interrupted restore: the organization, if it was of one, and the blobs it was about to remove. */
export const halfRestored = (data: string): { organization?: string; blobs?: string[] } | undefined =>
  isHalfRestored(data) ? JSON.parse(readFileSync(restoringMark(data), "utf8")) : undefined;
