import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a file that only its owner may read: whole or not at all, and on disk before this returns.
 *
 * @param {string} file @param {string | Uint8Array} content
 */
export function writeDurable(file, content) {
  const draft = `${file}.part`;
  writeFileSync(draft, content, { mode: 0o600 });
  sync(draft);
  renameSync(draft, file);
  sync(dirname(file));
}

/** @param {string} path a file, or a directory, whose entries are then on disk */
export function sync(path) {
  const opened = openSync(path, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
