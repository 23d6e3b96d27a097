import { statfsSync } from "node:fs";

const HOUR_MS = 3_600_000;
/** Of less than either of these is told. */
const [LEAST_PART, LEAST_BYTES] = [0.1, 1e9];
/** With less than this, databases cannot grow. */
const FULL_BYTES = 1e6;

/** The bytes that a directory's disk has left for this process's user, and its size. @param {string} directory */
function spaceOf(directory) {
  try {
    const { bavail, blocks, bsize } = statfsSync(directory);
    return { left: bavail * bsize, all: blocks * bsize };
  } catch {
    // It is gone, or was not made: others tell.
    return undefined;
  }
}

/** How many bytes this process's user has left on the disk of a directory. @param {string} directory */
export const bytesLeft = (directory) => spaceOf(directory)?.left ?? Number.POSITIVE_INFINITY;

/**
 * Says so where the disk of a directory is full, for what fails then does not name it.
 *
 * @param {string} directory @returns {string} "" where it is not
 */
export function fullDisk(directory) {
  const space = spaceOf(directory);
  return space && space.left < FULL_BYTES ? `the disk of ${directory} is full (${space.left} bytes are left)` : "";
}

/**
 * Tells once an hour where little is left on the disk of a directory: a full one stores nothing.
 *
 * @param {string} directory @param {(line: string) => void} tell
 * @returns {() => void} ends it
 */
export function watchDisk(directory, tell) {
  const look = () => {
    const { left, all } = spaceOf(directory) ?? { left: Number.POSITIVE_INFINITY, all: 0 };
    if (left > LEAST_PART * all && left > LEAST_BYTES) return;
    const part = Math.floor((100 * left) / Math.max(1, all));
    tell(
      `the disk of ${directory} fills: ${(left / 1e6).toFixed(0)} MB are left, ${part} %; a full one stores nothing`,
    );
  };
  const timer = setInterval(look, HOUR_MS).unref();
  look();
  return () => clearInterval(timer);
}
