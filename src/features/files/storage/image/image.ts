// image-size has had several endless loops on broken files, which end here because each step advances; neither it nor
// image-meta says whether a picture moves, or finds its first frame.
import { type ImageSize, unlessTruncated } from "./bytes.ts";
import { gifSize, gifStill } from "./gif.ts";
import { jpegSize } from "./jpeg.ts";
import { pngSize, pngStill } from "./png.ts";
import { webpSize, webpStill } from "./webp.ts";

export interface Image extends ImageSize {
  readonly content_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  readonly extension: "png" | "jpg" | "gif" | "webp";
}

/** A client that shows a larger picture may run out of memory. */
const MAX_PIXELS = 90_000_000;

const formats = [
  { content_type: "image/png", extension: "png", sizeOf: pngSize, stillOf: pngStill },
  { content_type: "image/jpeg", extension: "jpg", sizeOf: jpegSize, stillOf: undefined },
  { content_type: "image/gif", extension: "gif", sizeOf: gifSize, stillOf: gifStill },
  { content_type: "image/webp", extension: "webp", sizeOf: webpSize, stillOf: webpStill },
] as const;

export const isImageType = (type: string | null): boolean => formats.some(({ content_type }) => content_type === type);

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The picture in a file, recognized by its bytes rather than by its name; undefined where it is no PNG, JPEG, GIF or WebP. */
export function readImage(bytes: Uint8Array): Image | undefined {
  const view = viewOf(bytes);
  for (const { content_type, extension, sizeOf } of formats) {
    const size = unlessTruncated(() => sizeOf(view));
    if (size === undefined) continue;
    const pixels = size.width * size.height;
    return pixels > 0 && pixels <= MAX_PIXELS ? { ...size, content_type, extension } : undefined;
  }
  return undefined;
}

/** The first frame of an animated picture, as a file of the same format. */
export function stillOf(bytes: Uint8Array, { content_type }: Image): Uint8Array {
  const format = formats.find((each) => each.content_type === content_type);
  return unlessTruncated(() => format?.stillOf?.(viewOf(bytes))) ?? bytes;
}
