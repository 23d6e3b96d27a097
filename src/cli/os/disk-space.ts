import { statfsSync } from "node:fs";
import { join } from "node:path";
import { warnOnce } from "./warn-once.ts";

const HOUR_MS = 3_600_000;
const CHECK_INTERVAL_MS = 60_000;
/** A warning is sent below these limits: free space as a fraction of the disk, and in bytes. */
const [MIN_PART, MIN_BYTES] = [0.1, 1e9];
/** Free space must exceed the limits by this factor before the warning ends. */
const ROOMY = 1.5;
/** With fewer free bytes, databases can't grow. */
const FULL_BYTES = 1e6;

/** A disk's size, and the bytes available to this process's user. */
interface Space {
  readonly left: number;
  readonly all: number;
}

export function spaceOf(directory: string): Space | undefined {
  try {
    const { bavail, blocks, bsize } = statfsSync(directory);
    return { left: bavail * bsize, all: blocks * bsize };
  } catch {
    // The directory was deleted or never created, which is reported elsewhere.
    return undefined;
  }
}

/** True if free space is low enough for a warning. `times` raises the limits. */
export const isScarce = ({ left, all }: Space, times = 1) =>
  left <= times * MIN_PART * all || left <= times * MIN_BYTES;

export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

export const bytesLeft = (directory: string) => spaceOf(directory)?.left ?? Number.POSITIVE_INFINITY;

/**
 * Returns a message that a disk is full, because the resulting errors don't mention it.
 *
 * @returns "" if the disk isn't full
 */
export function fullDisk(directory: string): string {
  const space = spaceOf(directory);
  return space && space.left < FULL_BYTES ? `the disk of ${directory} is full (${space.left} bytes are left)` : "";
}

/**
 * Writes a file. If the disk is full, only prints a warning: the server can run without the file, and users can still
 * read their messages.
 *
 * @param otherwise the consequence of the file's absence, for the warning
 */
export function unlessFull(file: string, otherwise: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOSPC" && code !== "EDQUOT") throw error;
    console.error(`parley: ${file} cannot be written, since the disk is full: ${otherwise}`);
  }
}

/**
 * Watches the free space on a data directory's disk, because nothing can be stored on a full disk. If little is left,
 * logs this once an hour, and warns people once until there is room again. A file in the directory records the warning.
 *
 * @returns a function that stops watching
 */
export function watchDisk(
  directory: string,
  tell: (line: string) => void,
  warn: (space: Space) => Promise<void> = async () => {},
): () => void {
  const warning = warnOnce(join(directory, "run", "disk-warning"), tell);
  let nextLine = 0;
  const look = () => {
    const space = spaceOf(directory);
    if (space === undefined) return;
    if (!isScarce(space)) {
      if (!isScarce(space, ROOMY)) warning.allIsWell();
      return;
    }
    const { left, all } = space;
    if (performance.now() >= nextLine) {
      nextLine = performance.now() + HOUR_MS;
      const part = Math.floor((100 * left) / Math.max(1, all));
      const megabytes = (left / 1e6).toFixed(0);
      tell(`the disk of ${directory} fills: ${megabytes} MB are left, ${part} %; a full one stores nothing`);
    }
    warning.warn("the disk", () => warn(space));
  };
  const timer = setInterval(look, CHECK_INTERVAL_MS).unref();
  look();
  return () => clearInterval(timer);
}
