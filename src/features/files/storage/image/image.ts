import { type ImageSize, unlessItEnds } from "./bytes.ts";
import { gifSize, gifStill } from "./gif.ts";
import { jpegSize } from "./jpeg.ts";
import { pngSize, pngStill } from "./png.ts";
import { webpSize, webpStill } from "./webp.ts";

export interface Image extends ImageSize {
  readonly content_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  readonly extension: "png" | "jpg" | "gif" | "webp";
}

/** More than this would exhaust whoever shows it. */
const MOST_PIXELS = 90_000_000;

const formats = [
  { content_type: "image/png", extension: "png", sizeOf: pngSize, stillOf: pngStill },
  { content_type: "image/jpeg", extension: "jpg", sizeOf: jpegSize, stillOf: undefined },
  { content_type: "image/gif", extension: "gif", sizeOf: gifSize, stillOf: gifStill },
  { content_type: "image/webp", extension: "webp", sizeOf: webpSize, stillOf: webpStill },
] as const;

export const isImageType = (type: string | null): boolean => formats.some(({ content_type }) => content_type === type);

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** What a file is by its own bytes, whatever it is called: a picture that every client shows, or undefined. */
export function readImage(bytes: Uint8Array): Image | undefined {
  const view = viewOf(bytes);
  for (const { content_type, extension, sizeOf } of formats) {
    const size = unlessItEnds(() => sizeOf(view));
    if (size === undefined) continue;
    const pixels = size.width * size.height;
    return pixels > 0 && pixels <= MOST_PIXELS ? { ...size, content_type, extension } : undefined;
  }
  return undefined;
}

/** The first picture of one that moves, as a file of the same format. */
export function stillOf(bytes: Uint8Array, { content_type }: Image): Uint8Array {
  const format = formats.find((each) => each.content_type === content_type);
  return unlessItEnds(() => format?.stillOf?.(viewOf(bytes))) ?? bytes;
}
