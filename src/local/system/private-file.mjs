import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";

/** @param {string} file @returns {string | null} null where there is none */
export function readPrivate(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Writes a file that only its owner may read: whole or not at all, and on disk before this returns.
 *
 * @param {string} file @param {string} text
 */
export function writePrivate(file, text) {
  const draft = openSync(`${file}.draft`, "w", 0o600);
  writeSync(draft, text);
  fsyncSync(draft);
  closeSync(draft);
  renameSync(`${file}.draft`, file);
}
