import { existsSync } from "node:fs";
import { join } from "node:path";

/** @param {string} data a file that is there while a backup is being put into the data directory */
export const restoringMark = (data) => join(data, "restoring.json");

/** @param {string} data whether a restore was begun there, and not ended: what is there is not to be served */
export const isHalfRestored = (data) => existsSync(restoringMark(data));
