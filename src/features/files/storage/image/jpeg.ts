import { type ImageSize, lettersAt, unlessTruncated } from "./bytes.ts";

/** Whether a segment is a frame header, which holds the size: C0 to CF, except DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const ORIENTATION = 0x0112;

export function jpegSize(view: DataView): ImageSize | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  // Only the first Exif segment is read: there may be a million of them.
  let isTurned: boolean | undefined;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) return undefined;
    if (marker === APP1) isTurned ??= turnedBy(view, at + 4);
    if (isFrame(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return isTurned ? { width: height, height: width, animated: false } : { width, height, animated: false };
    }
    at += 2 + view.getUint16(at + 2);
  }
}

/** Whether an APP1 segment's Exif data swaps width and height; undefined where it holds no Exif data. */
function turnedBy(view: DataView, at: number): boolean | undefined {
  if (lettersAt(view, at, 4) !== "Exif") return undefined;
  return (unlessTruncated(() => orientation(view, at + 6)) ?? 1) >= 5;
}

/** The Exif orientation, 1 where there is none. From 5 on, width and height are swapped. */
function orientation(view: DataView, start: number): number {
  const little = lettersAt(view, start, 2) === "II";
  const directory = start + view.getUint32(start + 4, little);
  const count = view.getUint16(directory, little);
  for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
    if (view.getUint16(entry, little) === ORIENTATION) return view.getUint16(entry + 8, little);
  }
  return 1;
}
