import { concatBytes } from "../../../../util/join-bytes.ts";
import type { WorkBudget } from "../../../../util/work-budget.ts";
import { createPartBudget, type ImageSize, lettersAt, sliceBytes } from "./bytes.ts";

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** Returns the length in bytes of the color table after the flags, or 0 if there is none. */
const tableLength = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));

/**
 * Reads the dimensions. Frames can extend beyond the screen, and decoders may allocate memory for them, so that a
 * 50-byte file can require gigabytes. The result covers the screen and all frames.
 */
export function gifSize(view: DataView): ImageSize | undefined {
  if (!/^GIF8[79]a$/.test(lettersAt(view, 0, 6))) return undefined;
  let width = view.getUint16(6, true);
  let height = view.getUint16(8, true);
  let whole = 0;
  for (const { at, end } of framesOf(view)) {
    width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
    height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
    if (end <= view.byteLength) whole += 1;
  }
  return { width, height, animated: whole > 1 };
}

/** Returns the file up to the end of its first frame. */
export function gifStill(view: DataView): Uint8Array {
  const { value: first } = framesOf(view).next();
  return concatBytes([
    sliceBytes(view, 0, Math.min(first?.end ?? view.byteLength, view.byteLength)),
    Uint8Array.of(TRAILER),
  ]);
}

/** Yields the start and end offsets of frames. A truncated frame ends past the file. */
function* framesOf(view: DataView): Generator<{ readonly at: number; readonly end: number }, undefined> {
  const parts = createPartBudget();
  let at = 13 + tableLength(view.getUint8(10));
  while (at < view.byteLength) {
    const kind = view.getUint8(at);
    if (kind === EXTENSION) at = afterBlocks(view, at + 2, parts);
    else if (kind === IMAGE && at + 9 < view.byteLength) {
      const end = afterBlocks(view, at + 11 + tableLength(view.getUint8(at + 9)), parts);
      yield { at, end };
      at = end;
    } else return;
  }
}

/** Returns the offset after a sequence of sub-blocks of up to 255 bytes, terminated by an empty block. */
function afterBlocks(view: DataView, from: number, parts: WorkBudget): number {
  let at = from;
  while (at < view.byteLength) {
    parts.take();
    const length = view.getUint8(at);
    at += 1 + length;
    if (length === 0) return at;
  }
  return Number.POSITIVE_INFINITY;
}
