import { unlessTruncated } from "./bytes.ts";
import { jpegOrientation } from "./jpeg.ts";

/** The way in which a picture's pixels are turned for people: mirrored first, then rotated. */
interface Orientation {
  readonly flip?: "h" | "v";
  readonly rotate?: 90 | 180 | 270;
}

/** The turns for Exif's numbers of orientations, from 2 on. */
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
 * A picture without its orientation, and the turn that it asks for. Some programs that resize pictures turn them
 * themselves and some do not: nobody turns one twice that no longer says how it lies.
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
