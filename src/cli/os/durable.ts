import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a file atomically, readable only by its owner. The file is flushed to disk before this returns. */
export function writeDurable(file: string, content: string | Uint8Array) {
  const draft = `${file}.part`;
  writeFileSync(draft, content, { mode: 0o600 });
  sync(draft);
  renameSync(draft, file);
  sync(dirname(file));
}

export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** @param path a file, or a directory, whose entries are then on disk */
export function sync(path: string) {
  const opened = openSync(path, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
