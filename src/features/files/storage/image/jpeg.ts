import { createPartBudget, type ImageSize, lettersAt, unlessTruncated } from "./bytes.ts";

/** Whether a segment is a frame header, which contains the dimensions: C0 to CF, except DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const ORIENTATION = 0x0112;

interface Orientation {
  readonly value: number;
  readonly at: number;
  readonly little: boolean;
}

function* segments(view: DataView): Iterable<{ readonly marker: number; readonly at: number }> {
  const parts = createPartBudget();
  for (let at = 2; ; ) {
    parts.take();
    if (view.getUint8(at) !== 0xff) return;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) return;
    yield { marker, at };
    at += 2 + view.getUint16(at + 2);
  }
}

export function jpegSize(view: DataView): ImageSize | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  // Only the first Exif segment is read, because a file may have a million of them.
  let exif: Orientation | null | undefined;
  for (const { marker, at } of segments(view)) {
    if (marker === APP1 && exif === undefined) exif = exifOrientation(view, at + 4);
    if (!isFrame(marker)) continue;
    const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
    const isTurned = (exif?.value ?? 1) >= 5;
    return isTurned ? { width: height, height: width, animated: false } : { width, height, animated: false };
  }
  return undefined;
}

export function jpegOrientation(view: DataView): Orientation | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (const { marker, at } of segments(view)) {
    const exif = marker === APP1 ? exifOrientation(view, at + 4) : undefined;
    if (exif !== undefined) return exif ?? undefined;
  }
  return undefined;
}

/** Returns the orientation in an APP1 segment: null if its Exif data has none, undefined if it has no Exif data. */
function exifOrientation(view: DataView, at: number): Orientation | null | undefined {
  if (lettersAt(view, at, 4) !== "Exif") return undefined;
  return unlessTruncated(() => orientation(view, at + 6)) ?? null;
}

function orientation(view: DataView, start: number): Orientation | undefined {
  const little = lettersAt(view, start, 2) === "II";
  const directory = start + view.getUint32(start + 4, little);
  const count = view.getUint16(directory, little);
  for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
    if (view.getUint16(entry, little) === ORIENTATION) {
      return { value: view.getUint16(entry + 8, little), at: entry + 8, little };
    }
  }
  return undefined;
}
