import { ArchiveError } from "../../src/archive-format/archive-error.ts";
import { BLOCK } from "../../src/archive-format/tar.ts";
import { readTar } from "../../src/archive-format/tar-reader.ts";
import { readImage, stillOf } from "../../src/features/files/storage/image/image.ts";
import { withoutOrientation } from "../../src/features/files/storage/image/upright.ts";
import { WorkBudget } from "../../src/util/work-budget.ts";

// Runs the readers of untrusted bytes with as many steps as the bytes can need. More steps throw an error.

/** The result of reading: whether the bytes were valid, and the share of the permitted steps that was taken. */
export interface Reading {
  readonly isWhole: boolean;
  readonly share: number;
}

/** Reads a tar in at most one step per block. */
export async function readTarWithin(tar: Uint8Array<ArrayBuffer>): Promise<Reading> {
  const most = Math.ceil(tar.length / BLOCK) + 1;
  const steps = new WorkBudget(most, () => new Error(`a tar of ${tar.length} bytes takes more than ${most} steps`));
  const share = () => steps.taken / most;
  try {
    for await (const _ of readTar(new Blob([tar]), 0, steps));
    return { isWhole: true, share: share() };
  } catch (error) {
    if (error instanceof ArchiveError) return { isWhole: false, share: share() };
    throw error;
  }
}

/** Reads a picture in a limited number of reads per byte. Each format looks for its own signature first. */
export function readPictureWithin(bytes: Uint8Array, most = 200 + 20 * bytes.length): Reading {
  let isWhole = false;
  const reads = countingReads(most, () => {
    const image = readImage(bytes);
    if (image === undefined) return;
    isWhole = true;
    const still = stillOf(bytes, image);
    if (image.width * image.height <= 0) throw new Error("a picture without a size is taken");
    // Allows for the format's signature, and what a single frame needs in addition.
    if (still.length > bytes.length + 40) throw new Error("a frame is longer than its picture");
    if (withoutOrientation(bytes).bytes.length !== bytes.length) throw new Error("a picture has become longer");
  });
  return { isWhole, share: reads / most };
}

/** Counts DataView reads during synchronous work, and throws if there are too many. */
function countingReads(most: number, work: () => void): number {
  const names = ["getUint8", "getUint16", "getUint32"] as const;
  const kept = names.map((name) => [name, DataView.prototype[name]] as const);
  let reads = 0;
  for (const [name, read] of kept) {
    DataView.prototype[name] = function (this: DataView, ...given: [number, boolean?]) {
      reads += 1;
      if (reads > most) throw new Error(`a picture takes more than ${most} reads`);
      return read.apply(this, given);
    };
  }
  try {
    work();
    return reads;
  } finally {
    for (const [name, read] of kept) DataView.prototype[name] = read;
  }
}
