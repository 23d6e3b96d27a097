import type { Part } from "../../../../endpoints/form-part.ts";
import { ApiError, badRequest } from "../../../../protocol/errors.ts";
import { type Image, putChunks, readImage } from "../../storage/public.ts";
import { contentType, isShown, storedType } from "./content-type.ts";
import { disposition, fileName } from "./file-name.ts";

const MIB = 1_048_576;

export interface StoredUpload {
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly image: Image | undefined;
}

interface Target {
  readonly key: string;
  readonly most_mib: number;
  /** The rest of the organization's upload quota, in bytes; null where there is no quota. */
  readonly room: number | null;
}

export const quotaExceeded = () =>
  new ApiError({ code: "REALM_UPLOAD_QUOTA", msg: "Upload would exceed your organization's upload quota." });

export const tooLarge = (mib: number) =>
  new ApiError({
    code: "BAD_REQUEST",
    msg: `File is larger than this server's configured maximum upload size (${mib} MiB).`,
    status: 413,
  });

/** Runs in the Worker: streams the one file of a form into the store block by block, so that it needs little memory. */
export async function storeUpload(
  store: R2Bucket,
  parts: AsyncIterable<Part> | null,
  target: Target,
): Promise<StoredUpload> {
  let stored: StoredUpload | undefined;
  for await (const part of parts ?? []) {
    if (!part.filename) continue;
    if (stored !== undefined) throw badRequest("You may only upload one file at a time");
    stored = await storePart(store, part, target);
  }
  if (stored === undefined) throw badRequest("You must specify a file to upload");
  return stored;
}

async function storePart(store: R2Bucket, part: Part, target: Target): Promise<StoredUpload> {
  // A body that is too large is refused before it is read, where it says so itself.
  checkSize(part.whole?.bytes ?? 0, target);
  let size = 0;
  async function* counted() {
    for await (const chunk of part.chunks) {
      size += chunk.length;
      checkSize(size, target);
      yield chunk;
    }
  }
  const { described } = await putChunks(store, target.key, counted(), (first) => describeFile(part, first));
  return { ...described, size };
}

function checkSize(size: number, { most_mib, room }: Target): void {
  if (size > most_mib * MIB) throw tooLarge(most_mib);
  if (room !== null && size > room) throw quotaExceeded();
}

/** The description of a file by its beginning: a picture's type is recognized by its bytes, as browsers do it. */
export function describeFile({ filename, type }: Pick<Part, "filename" | "type">, first: Uint8Array) {
  const name = fileName(filename ?? "");
  const image = readImage(first);
  const content_type = image?.content_type ?? contentType(type, name);
  const httpMetadata = {
    contentType: storedType(content_type),
    contentDisposition: disposition(isShown(content_type) ? "inline" : "attachment", name),
  };
  return { described: { name, content_type, image }, httpMetadata };
}
