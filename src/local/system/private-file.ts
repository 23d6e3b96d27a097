import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";

/** @returns null where there is none */
export function readPrivate(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Writes a file that only its owner may read: whole or not at all, and on disk before this returns. */
export function writePrivate(file: string, text: string) {
  const draft = openSync(`${file}.draft`, "w", 0o600);
  writeSync(draft, text);
  fsyncSync(draft);
  closeSync(draft);
  renameSync(`${file}.draft`, file);
}
