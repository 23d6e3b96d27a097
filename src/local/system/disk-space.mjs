import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const HOUR_MS = 3_600_000;
const LOOK_MS = 60_000;
/** Of less than either of these is told. */
const [LEAST_PART, LEAST_BYTES] = [0.1, 1e9];
/** There is room again where so many times as much is left. */
const ROOMY = 1.5;
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
 * Watches how much is left on the disk of a data directory, since a full one stores nothing. Where it is little, the log says so
 * once an hour, and people are warned once until there is room again; a file in the directory remembers that.
 *
 * @param {string} directory @param {(line: string) => void} tell
 * @param {(space: { left: number, all: number }) => Promise<void>} [warn]
 * @returns {() => void} ends it
 */
export function watchDisk(directory, tell, warn = async () => {}) {
  const note = join(directory, "run", "disk-warning");
  let nextLine = 0;
  const look = () => {
    const space = spaceOf(directory);
    if (space === undefined) return;
    const { left, all } = space;
    if (left > LEAST_PART * all && left > LEAST_BYTES) {
      if (left > ROOMY * LEAST_PART * all && left > ROOMY * LEAST_BYTES) rmSync(note, { force: true });
      return;
    }
    if (performance.now() >= nextLine) {
      nextLine = performance.now() + HOUR_MS;
      const part = Math.floor((100 * left) / Math.max(1, all));
      const megabytes = (left / 1e6).toFixed(0);
      tell(`the disk of ${directory} fills: ${megabytes} MB are left, ${part} %; a full one stores nothing`);
    }
    try {
      writeFileSync(note, "", { flag: "wx" });
    } catch {
      // They were warned, or the disk is so full that nothing can be stored for them either.
      return;
    }
    warn(space).catch((error) => {
      rmSync(note, { force: true });
      tell(`nobody could be told of the disk: ${error.message}`);
    });
  };
  const timer = setInterval(look, LOOK_MS).unref();
  look();
  return () => clearInterval(timer);
}
