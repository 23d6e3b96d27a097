import type { Env } from "../../../../config/env.ts";
import { Log } from "../../../../logging/log.ts";
import { type Image, readImage } from "../image/image.ts";
import { withoutOrientation } from "../image/upright.ts";

export interface PictureForm {
  readonly width: number;
  readonly height: number;
  /** How the picture is fitted to the size: scaled down, never enlarged, or cropped to fill it. */
  readonly fit: "scale-down" | "cover";
  readonly format: "image/webp" | "image/png";
  /** Whether the result stays animated like the original. */
  readonly animated: boolean;
}

/** Larger files are not read into memory. */
export const MAX_BYTES = 25 * 1_048_576;
const MAX_DURATION_MS = 15_000;

/**
 * Resizes a picture that `readImage` recognized, so never SVG, and none with too many pixels. Returns undefined on
 * failure: a broken file, an unavailable or exhausted service, or a still result for an animated picture.
 */
export async function resized(
  { IMAGES }: Pick<Env, "IMAGES">,
  file: Uint8Array,
  form: PictureForm,
): Promise<{ readonly bytes: Uint8Array; readonly image: Image } | undefined> {
  if (IMAGES === undefined || file.length > MAX_BYTES) return undefined;
  const made = transformed(IMAGES, file, form).catch((error: unknown) => {
    // Once per kind of failure. Otherwise uploads of broken files would flood the log.
    new Log().warnOnce("picture_not_made", { error: errorKind(error) });
    return undefined;
  });
  const bytes = await Promise.race([made, scheduler.wait(MAX_DURATION_MS)]);
  const image = bytes && readImage(bytes);
  if (!bytes || !image || (form.animated && !image.animated)) return undefined;
  return { bytes, image };
}

async function transformed(images: ImagesBinding, file: Uint8Array, form: PictureForm): Promise<Uint8Array> {
  const { width, height, fit, format, animated } = form;
  const { bytes, turn } = withoutOrientation(file);
  const made = await images
    .input(new Blob([new Uint8Array(bytes)]).stream())
    .transform({ ...turn, width, height, fit })
    .output({ format, anim: animated });
  return new Uint8Array(await new Response(made.image()).arrayBuffer());
}

const errorKind = (error: unknown): string => (error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : "");
