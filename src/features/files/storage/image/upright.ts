import { unlessTruncated } from "./bytes.ts";
import { jpegOrientation } from "./jpeg.ts";

/** How to turn a picture's pixels upright: mirror first, then rotate. */
interface Orientation {
  readonly flip?: "h" | "v";
  readonly rotate?: 90 | 180 | 270;
}

/** Transformations for the Exif orientations from 2 on. */
const TURNS: readonly Orientation[] = [
  { flip: "h" },
  { rotate: 180 },
  { flip: "v" },
  { flip: "h", rotate: 270 },
  { rotate: 90 },
  { flip: "h", rotate: 90 },
  { rotate: 270 },
];

/**
 * Removes a picture's orientation, and returns the picture with the transformation that the orientation required. Some
 * image resizers apply the orientation and some don't. Removing it keeps them from applying it a second time.
 */
export function withoutOrientation(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly turn: Orientation } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = unlessTruncated(() => jpegOrientation(view));
  const turn = found && TURNS[found.value - 2];
  if (found === undefined || turn === undefined) return { bytes, turn: {} };
  const upright = bytes.slice();
  new DataView(upright.buffer).setUint16(found.at, 1, found.little);
  return { bytes: upright, turn };
}
