import { WorkBudget } from "../../../../util/work-budget.ts";

/** Dimensions of a picture in pixels, and whether it is animated. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
}

/** Reads ASCII text at an offset: the markers of parts in image formats. */
export const lettersAt = (view: DataView, at: number, length: number): string =>
  Array.from({ length }, (_, index) => String.fromCharCode(view.getUint8(at + index))).join("");

export const sliceBytes = (view: DataView, from: number, to: number): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset + from, to - from);

/** Returns the result of reading a DataView, or undefined if it reads past the end of the file. */
export function unlessTruncated<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Maximum parts read from a picture, each possibly just a few bytes. With more, it counts as broken. */
const MAX_PARTS = 200_000;

export const createPartBudget = () => new WorkBudget(MAX_PARTS, () => new RangeError("The picture has too many parts"));
