import { joined } from "../../../../util/join-bytes.ts";
import { bytesOf, type ImageSize, lettersAt } from "./bytes.ts";

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** The length in bytes of the colour table that follows, by the flags before it; 0 where there is none. */
const tableLength = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));

export function gifSize(view: DataView): ImageSize | undefined {
  if (!/^GIF8[79]a$/.test(lettersAt(view, 0, 6))) return undefined;
  const [, second] = frameEnds(view, 2);
  return { width: view.getUint16(6, true), height: view.getUint16(8, true), animated: second !== undefined };
}

/** The file up to the end of its first frame. */
export function gifStill(view: DataView): Uint8Array {
  const [end = view.byteLength] = frameEnds(view, 1);
  return joined([bytesOf(view, 0, end), Uint8Array.of(TRAILER)]);
}

/** The offsets at which the first frames end. Of a truncated file, only whole frames count. */
function frameEnds(view: DataView, most: number): number[] {
  const ends: number[] = [];
  let at = 13 + tableLength(view.getUint8(10));
  while (at < view.byteLength && ends.length < most) {
    const kind = view.getUint8(at);
    if (kind === EXTENSION) at = afterBlocks(view, at + 2);
    else if (kind === IMAGE && at + 10 < view.byteLength) {
      at = afterBlocks(view, at + 11 + tableLength(view.getUint8(at + 9)));
      if (at <= view.byteLength) ends.push(at);
    } else break;
  }
  return ends;
}

/** The offset after a sequence of sub-blocks of up to 255 bytes, which an empty block ends. */
function afterBlocks(view: DataView, from: number): number {
  let at = from;
  while (at < view.byteLength) {
    const length = view.getUint8(at);
    at += 1 + length;
    if (length === 0) return at;
  }
  return Number.POSITIVE_INFINITY;
}
