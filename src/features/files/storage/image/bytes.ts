import { WorkBudget } from "../../../../util/steps.ts";

/** The size of a picture in pixels, and whether it is animated. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
}

/** ASCII text at an offset: the marks by which image formats name their parts. */
export const lettersAt = (view: DataView, at: number, length: number): string =>
  Array.from({ length }, (_, index) => String.fromCharCode(view.getUint8(at + index))).join("");

export const bytesOf = (view: DataView, from: number, to: number): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset + from, to - from);

/** The result of reading from a DataView; undefined where the read goes past the end of the file. */
export function unlessTruncated<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Parts of a picture that are looked at: with more of them, it counts as broken. Each may be a few bytes long. */
const MAX_PARTS = 200_000;

export const partsOf = () => new WorkBudget(MAX_PARTS, () => new RangeError("The picture has too many parts"));
