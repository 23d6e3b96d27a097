import type { Env } from "../../../../config/env.ts";
import { Log } from "../../../../logging/log.ts";
import { thumbnailFormats } from "../../../../protocol/limits.ts";
import { machineClock } from "../../../../util/clock.ts";
import { HOUR_MS } from "../../../../util/time.ts";
import { type Image, isImageType, readImage } from "../image/image.ts";
import { serveFile } from "../serve-file.ts";
import { madeKey } from "./made-files.ts";
import { MAX_BYTES, type PictureForm, resized } from "./resize.ts";
import { inTurn } from "./turns.ts";

type Format = (typeof thumbnailFormats)[number];

/** Lifetime of an empty file that marks a thumbnail as impossible to make. Afterwards, it is tried again. */
const FAILURE_LASTS_MS = HOUR_MS;

export const thumbnailName = ({ animated }: Pick<Image, "animated">): string | undefined =>
  thumbnailFormats.find((format) => format.animated === animated)?.name;

/**
 * Runs in the Worker. Creates the thumbnails of an uploaded picture before anyone can request them. If storing one
 * fails, it is created on request.
 */
export async function makeThumbnails(env: Env, key: string, { animated }: Pick<Image, "animated">): Promise<void> {
  if (env.IMAGES === undefined) return;
  try {
    for (const format of thumbnailFormats) if (animated || !format.animated) await thumbnailAt(env, key, format);
  } catch (error) {
    new Log().trouble("thumbnail_not_stored", error);
  }
}

/** Runs in the Worker. Serves a picture's thumbnail, making it if missing. If that fails, serves the picture itself. */
export async function serveThumbnail(
  request: Request,
  env: Env,
  { key, format, cacheControl }: { readonly key: string; readonly format: Format; readonly cacheControl: string },
): Promise<Response> {
  const isMade = await thumbnailAt(env, key, format);
  return serveFile(request, env, { key: isMade ? madeKey(key, format.name) : key, cacheControl });
}

/** Runs in the Worker. Makes the thumbnail that messages show if it is missing, and returns whether it exists. */
export async function hasThumbnail(env: Env, key: string, { animated }: Pick<Image, "animated">): Promise<boolean> {
  const format = thumbnailFormats.find((one) => one.animated === animated);
  return format !== undefined && thumbnailAt(env, key, format);
}

async function thumbnailAt(env: Env, key: string, format: Format): Promise<boolean> {
  const known = () => isMade(env, madeKey(key, format.name));
  const made = await known();
  if (made !== undefined) return made;
  if (env.IMAGES === undefined) return false;
  return (await inTurn(madeKey(key, format.name), known, () => make(env, key, format))) ?? false;
}

/** Whether a thumbnail was made, or undefined if there was no recent attempt. */
async function isMade({ UPLOADS }: Env, key: string): Promise<boolean | undefined> {
  const found = await UPLOADS.head(key);
  if (found === null) return undefined;
  if (found.size > 0) return true;
  return machineClock.milliseconds() - found.uploaded.getTime() < FAILURE_LASTS_MS ? false : undefined;
}

async function make(env: Env, key: string, format: Format): Promise<boolean> {
  const { UPLOADS } = env;
  const original = await UPLOADS.get(key);
  if (original === null) return false;
  if (original.size > MAX_BYTES || !isImageType(original.httpMetadata?.contentType ?? null)) {
    await original.body.cancel();
    return false;
  }
  const bytes = new Uint8Array(await original.arrayBuffer());
  const image = readImage(bytes);
  const made = image && (await resized(env, bytes, formOf(format, image)));
  const name = madeKey(key, format.name);
  await UPLOADS.put(name, made?.bytes ?? "", made && { httpMetadata: { contentType: made.image.content_type } });
  // The original may have been deleted meanwhile, along with its derived files at that time.
  if ((await UPLOADS.head(key)) === null) await UPLOADS.delete(name);
  return made !== undefined;
}

const formOf = ({ max_width: width, max_height: height, animated }: Format, image: Image): PictureForm => ({
  width,
  height,
  fit: "scale-down",
  format: "image/webp",
  animated: animated && image.animated,
});
