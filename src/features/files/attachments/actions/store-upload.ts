import type { Part } from "../../../../endpoints/form-part.ts";
import { ApiError, badRequest } from "../../../../protocol/errors.ts";
import { joined } from "../../../../util/join-bytes.ts";
import { type Image, readImage } from "../../storage/public.ts";
import { contentType, isShown, storedType } from "./content-type.ts";
import { disposition, fileName } from "./file-name.ts";

const MIB = 1_048_576;
/** The parts of an R2 multipart upload have one size, which may not be smaller than this. */
const BLOCK_BYTES = 5 * MIB;

interface StoredUpload {
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly image: Image | undefined;
}

interface Target {
  readonly key: string;
  readonly most_mib: number;
  /** What is left of the organization's upload quota, in bytes; null where there is no quota. */
  readonly room: number | null;
}

export const quotaExceeded = () =>
  new ApiError({ code: "REALM_UPLOAD_QUOTA", msg: "Upload would exceed your organization's upload quota." });

const tooLarge = (mib: number) =>
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

async function storePart(store: R2Bucket, part: Part, { key, most_mib, room }: Target): Promise<StoredUpload> {
  let size = 0;
  const name = fileName(part.filename ?? "");
  const blocks = inBlocks(part.chunks, (length) => {
    size += length;
    if (size > most_mib * MIB) throw tooLarge(most_mib);
    if (room !== null && size > room) throw quotaExceeded();
  });
  const first = (await blocks.next()).value ?? new Uint8Array();
  // A picture's type is recognized by its bytes, as browsers do it.
  const image = readImage(first);
  const content_type = image?.content_type ?? contentType(part.type, name);
  const httpMetadata = {
    contentType: storedType(content_type),
    contentDisposition: disposition(isShown(content_type) ? "inline" : "attachment", name),
  };
  const second = await blocks.next();
  if (second.done) await store.put(key, first, { httpMetadata });
  else await putInBlocks(await store.createMultipartUpload(key, { httpMetadata }), [first, second.value], blocks);
  return { name, content_type, size, image };
}

async function putInBlocks(
  upload: R2MultipartUpload,
  begun: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): Promise<void> {
  const done: R2UploadedPart[] = [];
  const put = async (block: Uint8Array) => {
    done.push(await upload.uploadPart(done.length + 1, block));
  };
  try {
    for (const block of begun) await put(block);
    for await (const block of rest) await put(block);
    await upload.complete(done);
  } catch (error) {
    await upload.abort();
    throw error;
  }
}

/** Yields bytes in blocks of one size; the last may be smaller. `count` sees each chunk's length, and may throw. */
async function* inBlocks(
  chunks: AsyncIterable<Uint8Array>,
  count: (length: number) => void,
): AsyncGenerator<Uint8Array, undefined> {
  let block: Uint8Array[] = [];
  let length = 0;
  for await (let chunk of chunks) {
    count(chunk.length);
    while (length + chunk.length >= BLOCK_BYTES) {
      const end = BLOCK_BYTES - length;
      yield joined([...block, chunk.subarray(0, end)]);
      chunk = chunk.subarray(end);
      block = [];
      length = 0;
    }
    block.push(chunk);
    length += chunk.length;
  }
  if (length > 0) yield joined(block);
}
