import type { Env } from "../../../config/env.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import { type Image, readImage } from "./image/image.ts";
import { MEDIUM, madeKey, SMALL } from "./pictures/made-files.ts";
import { resized } from "./pictures/resize.ts";
import { inTurn } from "./pictures/turns.ts";

const MIB = 1_048_576;

const badImage = () =>
  new ApiError({ code: "BAD_IMAGE", msg: "Could not decode image; did you upload an image file?" });

interface SentImage {
  readonly bytes: Uint8Array;
  readonly image: Image;
}

interface ImageUploadRules {
  /** Error if there isn't exactly one file. */
  readonly notOneFile: string;
  readonly most_mib: number;
}

/** Runs in the Worker. Reads the one picture that a request must contain. */
export async function sentImage(
  files: readonly { readonly file: File }[],
  { notOneFile, most_mib }: ImageUploadRules,
): Promise<SentImage> {
  const [sent, ...others] = files;
  if (sent === undefined || others.length > 0) throw badRequest(notOneFile);
  if (sent.file.size > most_mib * MIB) {
    throw badRequest(`Uploaded file is larger than the allowed limit of ${most_mib} MiB`);
  }
  const bytes = new Uint8Array(await sent.file.arrayBuffer());
  const image = readImage(bytes);
  if (image === undefined) throw badImage();
  return { bytes, image };
}

/** Sizes of avatars and emoji, by name (users-groups-org.md 3 and 9). */
const square = (side: number) => ({ width: side, height: side, fit: "cover", format: "image/png" }) as const;
export const AVATAR_SIZES = { [SMALL]: square(100), [MEDIUM]: square(500) };
export const EMOJI_SIZES = { [SMALL]: square(64) };

/**
 * Runs in the Worker. Stores a picture under a key reserved by the realm, with its other sizes next to it. Only the
 * emoji size keeps animations.
 */
export async function storeImage(
  env: Pick<Env, "UPLOADS" | "IMAGES">,
  key: string,
  { bytes, image }: SentImage,
  sizes: Readonly<Record<string, ReturnType<typeof square>>> = {},
): Promise<void> {
  await env.UPLOADS.put(key, bytes, { httpMetadata: { contentType: image.content_type } });
  for (const [name, size] of Object.entries(sizes)) {
    const animated = image.animated && sizes === EMOJI_SIZES;
    const form = { ...size, animated, format: animated ? "image/webp" : size.format } as const;
    const made = await inTurn(madeKey(key, name), nobodyElse, () => resized(env, bytes, form));
    if (made === undefined) continue;
    await env.UPLOADS.put(madeKey(key, name), made.bytes, { httpMetadata: { contentType: made.image.content_type } });
  }
}

/** No other request makes these files, because the key is reserved for this one. */
const nobodyElse = async () => undefined;
