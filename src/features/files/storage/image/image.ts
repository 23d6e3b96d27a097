// image-size has had several infinite loops on broken files, which are impossible here because every step advances.
// Neither it nor image-meta detects animation or finds the first frame.
import { type ImageSize, lettersAt, pngSize, pngStill, unlessTruncated } from "./bytes.ts";
import { gifSize, gifStill } from "./gif.ts";
import { jpegSize } from "./jpeg.ts";
import { webpSize, webpStill } from "./webp.ts";

export interface Image extends ImageSize {
  readonly content_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  readonly extension: "png" | "jpg" | "gif" | "webp";
}

/** Larger pictures may make clients run out of memory. */
const MAX_PIXELS = 90_000_000;

const formats = [
  { content_type: "image/png", extension: "png", sizeOf: pngSize, stillOf: pngStill },
  { content_type: "image/jpeg", extension: "jpg", sizeOf: jpegSize, stillOf: undefined },
  { content_type: "image/gif", extension: "gif", sizeOf: gifSize, stillOf: gifStill },
  { content_type: "image/webp", extension: "webp", sizeOf: webpSize, stillOf: webpStill },
] as const;

export const isImageType = (type: string | null): boolean => formats.some(({ content_type }) => content_type === type);

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Reads a picture, recognized by its bytes instead of its name. Returns undefined if it isn't PNG, JPEG, GIF or WebP.
 */
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

/** Whether a file begins like one of these formats, so that `readImage` may recognize it. */
export const beginsAsImage = (bytes: Uint8Array): boolean =>
  /^(?:\x89PNG|\xff\xd8|GIF8|RIFF)/.test(lettersAt(viewOf(bytes), 0, 4));

/** Returns the first frame of an animated picture, as a file of the same format. */
export function stillOf(bytes: Uint8Array, { content_type }: Image): Uint8Array {
  const format = formats.find((each) => each.content_type === content_type);
  return unlessTruncated(() => format?.stillOf?.(viewOf(bytes))) ?? bytes;
}
