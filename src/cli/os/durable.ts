import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from "node:fs";
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

/** Bytes read at a time from a disk with bad sectors. */
const SECTOR_BYTES = 4096;

/**
 * Reads a file of verified content. Sectors that the disk can't read become zeros.
 *
 * @returns undefined if the file is missing
 */
export function readDamaged(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code !== "EIO") throw error;
  }
  const opened = openSync(file, "r");
  try {
    const content = Buffer.alloc(fstatSync(opened).size);
    for (let at = 0; at < content.length; at += SECTOR_BYTES) readSector(opened, content, at);
    return content;
  } finally {
    closeSync(opened);
  }
}

function readSector(opened: number, content: Buffer, at: number) {
  try {
    readSync(opened, content, at, Math.min(SECTOR_BYTES, content.length - at), at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EIO") throw error;
  }
}

/** Flushes a file, or a directory's entries, to disk. */
export function sync(path: string) {
  const opened = openSync(path, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
