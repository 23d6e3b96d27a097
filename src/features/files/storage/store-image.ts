import type { Env } from "../../../config/env.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import { type Image, readImage } from "./image/image.ts";

const MIB = 1_048_576;

const badImage = () =>
  new ApiError({ code: "BAD_IMAGE", msg: "Could not decode image; did you upload an image file?" });

interface SentImage {
  readonly bytes: Uint8Array;
  readonly image: Image;
}

interface Expected {
  /** The error where there is not exactly one file. */
  readonly notOneFile: string;
  readonly most_mib: number;
}

/** Runs in the Worker: reads the one picture that a request has to contain. */
export async function sentImage(
  files: readonly { readonly file: File }[],
  { notOneFile, most_mib }: Expected,
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

/** Runs in the Worker: puts a picture in the store, under a key that the realm has reserved. */
export async function storeImage(
  { UPLOADS }: Pick<Env, "UPLOADS">,
  key: string,
  { bytes, image }: SentImage,
): Promise<void> {
  await UPLOADS.put(key, bytes, { httpMetadata: { contentType: image.content_type } });
}
