import { statfsSync } from "node:fs";
import { join } from "node:path";
import { warnOnce } from "./warn-once.ts";

const HOUR_MS = 3_600_000;
const CHECK_INTERVAL_MS = 60_000;
/** The part of a disk and the bytes below which a warning is given. */
const [MIN_PART, MIN_BYTES] = [0.1, 1e9];
/** The factor by which more has to be left until there is room again. */
const ROOMY = 1.5;
/** With less than this, databases cannot grow. */
const FULL_BYTES = 1e6;

/** The bytes that a disk has left for this process's user, and its size. */
interface Space {
  readonly left: number;
  readonly all: number;
}

export function spaceOf(directory: string): Space | undefined {
  try {
    const { bavail, blocks, bsize } = statfsSync(directory);
    return { left: bavail * bsize, all: blocks * bsize };
  } catch {
    // The directory is gone, or was not made: others tell.
    return undefined;
  }
}

/** Whether so little is left that a warning is given; or less than so many times that. */
export const isScarce = ({ left, all }: Space, times = 1) =>
  left <= times * MIN_PART * all || left <= times * MIN_BYTES;

/** A number of bytes in words. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** The bytes that this process's user has left on the disk of a directory. */
export const bytesLeft = (directory: string) => spaceOf(directory)?.left ?? Number.POSITIVE_INFINITY;

/**
 * Names a full disk of a directory in words, since the errors that it leads to do not name it.
 *
 * @returns "" where the disk is not full
 */
export function fullDisk(directory: string): string {
  const space = spaceOf(directory);
  return space && space.left < FULL_BYTES ? `the disk of ${directory} is full (${space.left} bytes are left)` : "";
}

/**
 * Writes a file without which a server goes on where the disk is full: people read there what they have.
 *
 * @param otherwise the consequence of its absence, for a warning
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
 * Watches how much is left on the disk of a data directory, since a full one stores nothing. Where it is little, the
 * log says so once an hour, and people are warned once until there is room again; a file in the directory remembers
 * that.
 *
 * @returns a function that ends the watch
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
