import type { FormPart } from "../../../api/form-part.ts";
import type { Config } from "../../../config/config.ts";
import { incomplete } from "../../../http/request-body.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { addAttachment } from "../attachments/attachments.ts";
import { beginsAsImage, type Image, readImage } from "../storage/image/image.ts";
import { putChunks } from "../storage/put-chunks.ts";
import { contentType, isShown, storedType } from "./content-type.ts";

const MAX_NAME_BYTES = 255;
const MAX_LENGTH_IN_URL = 120;

/** Returns the name of an uploaded file: the last segment of the sent path, without control characters. */
function fileName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? "";
  const [base, extension] = parts(last.replace(/\p{Cc}/gu, "").trim());
  return shortened(base, extension, MAX_NAME_BYTES) || "file";
}

/** Returns a file's name as a URL segment: ASCII letters, digits, and a few characters that need no escaping. */
export function addressName(name: string): string {
  const [base, extension] = parts(name);
  const plain = base
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-.]+|[-.]+$/g, "");
  return shortened(plain || "file", extension, MAX_LENGTH_IN_URL);
}

/** Returns a Content-Disposition header for a name with any characters (RFC 6266). */
function disposition(kind: "inline" | "attachment", name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${addressName(name)}"; filename*=UTF-8''${encoded}`;
}

/** Splits a name into base and extension. The extension includes the dot. */
function parts(name: string): [base: string, extension: string] {
  const [extension = ""] = /(?<=.)\.[A-Za-z0-9]{1,10}$/s.exec(name) ?? [];
  return [name.slice(0, name.length - extension.length), extension];
}

const shortened = (base: string, extension: string, most: number): string =>
  [...base].slice(0, most - extension.length).join("") + extension;

interface Upload {
  readonly owner: UserId;
  /** Middle part of the file's path, without the organization and file name. */
  readonly place: string;
  readonly file: Omit<Parameters<typeof addAttachment>[1], "owner" | "path_id">;
}

/** Turns a stored object into an uploaded file, and returns the reply for its owner. */
export function keepUpload(realm: Realm, { owner, place, file }: Upload) {
  const path_id = `${realm.id}/${place}/${addressName(file.name)}`;
  addAttachment(realm, { ...file, owner, path_id });
  return { path_id, url: urlOf(path_id), filename: file.name };
}

export const urlOf = (path_id: string): string => `/user_uploads/${path_id}`;

const MIB = 1_048_576;
/** Size of a file's beginning, which determines its type and a picture's dimensions. */
const BEGINNING_BYTES = 5 * MIB;
/** Bytes that are enough to tell whether a file is a picture. */
const START_BYTES = 65_536;

export interface StoredUpload {
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly image: Image | undefined;
}

interface Target {
  readonly key: string;
  /** Remaining upload quota of the organization in bytes, or null without a quota. */
  readonly room: number | null;
  readonly config: Pick<Config, "maxUploadMib" | "ownPort">;
}

export const quotaExceeded = () =>
  new ApiError({ code: "REALM_UPLOAD_QUOTA", msg: "Upload would exceed your organization's upload quota." });

export const tooLarge = (mib: number) =>
  new ApiError({
    code: "BAD_REQUEST",
    msg: `File is larger than this server's configured maximum upload size (${mib} MiB).`,
    status: 413,
  });

/** Runs in the Worker. Streams a form's one file into the store in blocks, to save memory. */
export async function storeUpload(
  store: R2Bucket,
  parts: AsyncIterable<FormPart> | null,
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

async function storePart(store: R2Bucket, part: FormPart, target: Target): Promise<StoredUpload> {
  // If a body declares a size that is too large, it is refused before it is read.
  checkSize(part.whole?.bytes ?? 0, target);
  // There are two implementations, because each is unsuitable for one platform: Cloudflare counts the CPU time of
  // copying blocks, and your own machine's disk keeps the bytes of an aborted stream.
  const isOnCloudflare = target.config.ownPort === null;
  if (isOnCloudflare && part.whole !== undefined && part.whole.bytes > BEGINNING_BYTES) {
    return passWhole(store, part, part.whole, target.key);
  }
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

function checkSize(size: number, { config: { maxUploadMib }, room }: Target): void {
  if (size > maxUploadMib * MIB) throw tooLarge(maxUploadMib);
  if (room !== null && size > room) throw quotaExceeded();
}

/** Describes a file from its beginning. As in browsers, a picture's type is recognized by its bytes. */
export function describeFile({ filename, type }: Pick<FormPart, "filename" | "type">, first: Uint8Array) {
  const name = fileName(filename ?? "");
  const image = readImage(first);
  const content_type = image?.content_type ?? contentType(type, name);
  const httpMetadata = {
    contentType: storedType(content_type),
    contentDisposition: disposition(isShown(content_type) ? "inline" : "attachment", name),
  };
  return { described: { name, content_type, image }, httpMetadata };
}

/**
 * Stores a file that is the whole request. Only its beginning passes through the Worker's code, because a 20 MB file
 * would take more CPU time than Cloudflare's free plan allows per request.
 */
async function passWhole(
  store: R2Bucket,
  part: FormPart,
  { stream, bytes }: NonNullable<FormPart["whole"]>,
  key: string,
): Promise<StoredUpload> {
  const first = await beginningOf(stream);
  const { described, httpMetadata } = describeFile(part, first);
  const { readable, writable } = new FixedLengthStream(bytes);
  const given = new AbortController();
  let failed: unknown;
  const storing = store.put(key, readable, { httpMetadata }).catch((error: unknown) => {
    failed = error;
    given.abort(error);
  });
  const isPassed = await pass(stream, [first, writable], given.signal).then(
    () => true,
    () => false,
  );
  // Report the first failure, because an aborted file makes the store fail, too.
  const brokeOff = !isPassed && failed === undefined;
  if (brokeOff) await writable.abort().catch(() => {});
  await storing;
  if (brokeOff) throw incomplete();
  if (failed !== undefined) throw failed;
  return { ...described, size: bytes };
}

/** Writes `first` and then the rest of the stream, until the signal aborts. */
async function pass(
  stream: ReadableStream<Uint8Array>,
  [first, writable]: readonly [Uint8Array, WritableStream<Uint8Array>],
  signal: AbortSignal,
): Promise<void> {
  const writer = writable.getWriter();
  const stop = () => void writer.abort(signal.reason).catch(() => {});
  signal.addEventListener("abort", stop);
  await writer.write(first);
  signal.removeEventListener("abort", stop);
  writer.releaseLock();
  await stream.pipeTo(writable, { signal, preventAbort: true });
}

/**
 * Reads enough of a stream's beginning for a picture's dimensions. The stream must be longer, and continues after it.
 */
async function beginningOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = stream.getReader({ mode: "byob" });
  const fill = async (bytes: Uint8Array) => {
    const { value } = await reader.readAtLeast(bytes.length, bytes).catch(() => {
      throw incomplete();
    });
    if (value === undefined || value.length < bytes.length) throw incomplete();
    return value;
  };
  let first = await fill(new Uint8Array(START_BYTES));
  if (beginsAsImage(first)) {
    const beginning = new Uint8Array(BEGINNING_BYTES);
    beginning.set(first);
    first = new Uint8Array((await fill(beginning.subarray(START_BYTES))).buffer);
  }
  reader.releaseLock();
  return first;
}
