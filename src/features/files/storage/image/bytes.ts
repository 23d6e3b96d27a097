import { concatBytes } from "../../../../util/join-bytes.ts";
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

const SIGNATURE = "\x89PNG\r\n\x1a\n";
/** Chunks of an animation (APNG). Without them, the file is a still picture. */
const ANIMATION_CHUNKS = new Set(["acTL", "fcTL", "fdAT"]);

function* chunks(view: DataView): Iterable<{ readonly name: string; readonly from: number; readonly to: number }> {
  const parts = createPartBudget();
  for (let from = SIGNATURE.length; from + 12 <= view.byteLength; ) {
    parts.take();
    const to = from + 12 + view.getUint32(from);
    yield { name: lettersAt(view, from + 4, 4), from, to };
    from = to;
  }
}

export function pngSize(view: DataView): ImageSize | undefined {
  if (lettersAt(view, 0, 8) !== SIGNATURE || lettersAt(view, 12, 4) !== "IHDR") return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20), animated: isAnimated(view) };
}

function isAnimated(view: DataView): boolean {
  for (const { name } of chunks(view)) {
    if (name === "acTL") return true;
    if (name === "IDAT") return false;
  }
  return false;
}

export function pngStill(view: DataView): Uint8Array {
  const kept = [...chunks(view)].filter(({ name, to }) => !ANIMATION_CHUNKS.has(name) && to <= view.byteLength);
  return concatBytes([
    sliceBytes(view, 0, SIGNATURE.length),
    ...kept.map(({ from, to }) => sliceBytes(view, from, to)),
  ]);
}
