import type { Part, Whole } from "../../../../endpoints/form-part.ts";
import { incomplete } from "../../../../http/request-body.ts";
import { ApiError, badRequest } from "../../../../protocol/errors.ts";
import { joined } from "../../../../util/join-bytes.ts";
import { handOver, type Image, readImage, writeInTurns } from "../../storage/public.ts";
import { contentType, isShown, storedType } from "./content-type.ts";
import { disposition, fileName } from "./file-name.ts";

const MIB = 1_048_576;
/** The parts of an R2 multipart upload have one size, which may not be smaller than this. */
const BLOCK_BYTES = 5 * MIB;

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
  const { key } = target;
  if (part.whole !== undefined) return storeWhole(store, part, part.whole, target);
  let size = 0;
  const blocks = inBlocks(part.chunks, (length) => {
    size += length;
    checkSize(size, target);
  });
  const first = (await blocks.next()).value ?? new Uint8Array();
  const { described, httpMetadata } = describeFile(part, first);
  const second = await blocks.next();
  if (second.done) await handOver(first, (bytes) => store.put(key, bytes, { httpMetadata }));
  else await putInBlocks(await store.createMultipartUpload(key, { httpMetadata }), [first, second.value], blocks);
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

/** Stores a file that is all of a request: after its beginning, no byte passes through this program. */
async function storeWhole(
  store: R2Bucket,
  part: Part,
  { stream, bytes }: Whole,
  target: Target,
): Promise<StoredUpload> {
  checkSize(bytes, target);
  const first = await beginningOf(stream, Math.min(bytes, BLOCK_BYTES));
  const { described, httpMetadata } = describeFile(part, first);
  if (first.length === bytes) {
    await handOver(first, (bytes) => store.put(target.key, bytes, { httpMetadata }));
  } else {
    const { readable, writable } = new FixedLengthStream(bytes);
    const given = new AbortController();
    let failed: unknown;
    const storing = store.put(target.key, readable, { httpMetadata }).catch((error: unknown) => {
      failed = error;
      given.abort(error);
    });
    const isPassed = await pass(stream, [first, writable], given.signal).then(
      () => true,
      () => false,
    );
    // The first failure counts: a file that breaks off makes the store fail, too.
    const brokeOff = !isPassed && failed === undefined;
    if (brokeOff) await writable.abort().catch(() => {});
    await storing;
    if (brokeOff) throw incomplete();
    if (failed !== undefined) throw failed;
  }
  return { ...described, size: bytes };
}

/** Writes the beginning and then the rest of a stream, unless whoever reads it gives up. */
async function pass(
  stream: ReadableStream<Uint8Array>,
  [first, writable]: readonly [Uint8Array, WritableStream<Uint8Array>],
  signal: AbortSignal,
): Promise<void> {
  const writer = writable.getWriter();
  const stop = () => void writer.abort(signal.reason).catch(() => {});
  signal.addEventListener("abort", stop);
  await writeInTurns(writer, first);
  signal.removeEventListener("abort", stop);
  writer.releaseLock();
  await stream.pipeTo(writable, { signal, preventAbort: true });
}

/** The first bytes of a stream, which goes on after them. */
async function beginningOf(stream: ReadableStream<Uint8Array>, bytes: number): Promise<Uint8Array> {
  if (bytes === 0) return new Uint8Array();
  const reader = stream.getReader({ mode: "byob" });
  const { value } = await reader.readAtLeast(bytes, new Uint8Array(bytes)).catch(() => {
    throw incomplete();
  });
  reader.releaseLock();
  if (value === undefined || value.length < bytes) throw incomplete();
  return value;
}

async function putInBlocks(
  upload: R2MultipartUpload,
  begun: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): Promise<void> {
  const done: R2UploadedPart[] = [];
  const put = async (block: Uint8Array) => {
    done.push(await handOver(block, (bytes) => upload.uploadPart(done.length + 1, bytes)));
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
