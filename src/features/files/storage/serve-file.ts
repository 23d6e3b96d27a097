import type { Env } from "../../../config/env.ts";
import { notFoundFailure } from "../../../protocol/envelope.ts";

/** Prevents a displayed file from running scripts and loading anything from other sites. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox";

interface ServedFile {
  readonly key: string;
  readonly cacheControl: string;
  /** Transforms the file's bytes without changing their number. */
  readonly through?: TransformStream<Uint8Array, Uint8Array> | undefined;
}

/** Maximum key length in bytes that R2 looks up. No file has a longer key. */
const MAX_KEY_LENGTH = 1024;

/** Serves a stored file: the whole file, a byte range, or 304 Not Modified. */
export async function serveFile({ method, headers }: Request, { UPLOADS }: Env, file: ServedFile): Promise<Response> {
  if (Buffer.byteLength(file.key) > MAX_KEY_LENGTH) return notFoundFailure();
  if (method === "HEAD") return described(UPLOADS, file);
  const range = headers.get("range");
  return range === null
    ? serveWhole(UPLOADS, file, headers.get("if-none-match"))
    : part(UPLOADS, file, range, headers.get("if-range"));
}

const bodyOf = ({ body }: R2ObjectBody, length: number, { through }: ServedFile): ReadableStream =>
  through === undefined ? body : body.pipeThrough(through).pipeThrough(new FixedLengthStream(length));

async function described(store: R2Bucket, file: ServedFile): Promise<Response> {
  const found = await store.head(file.key);
  if (found === null) return notFoundFailure();
  const headers = headersOf(found, file);
  headers.set("Content-Length", String(found.size));
  return new Response(null, { headers });
}

async function serveWhole(store: R2Bucket, file: ServedFile, known: string | null): Promise<Response> {
  const found = await store.get(file.key);
  if (found === null) return notFoundFailure();
  const headers = headersOf(found, file);
  if (known?.includes(found.httpEtag)) {
    await found.body.cancel();
    return new Response(null, { status: 304, headers });
  }
  headers.set("Content-Length", String(found.size));
  return new Response(bodyOf(found, found.size, file), { headers });
}

/** Serves a range request. If If-Range names another version of the file, serves the whole file. */
async function part(store: R2Bucket, file: ServedFile, wanted: string, version: string | null): Promise<Response> {
  const known = await store.head(file.key);
  if (known === null) return notFoundFailure();
  if (version !== null && version !== known.httpEtag) return serveWhole(store, file, null);
  const range = byteRange(wanted, known.size);
  if (range === undefined) return serveWhole(store, file, null);
  const headers = headersOf(known, file);
  if (range === null) {
    headers.set("Content-Range", `bytes */${known.size}`);
    return new Response(null, { status: 416, headers });
  }
  const found = await store.get(file.key, { range });
  if (found === null) return notFoundFailure();
  headers.set("Content-Range", `bytes ${range.offset}-${range.offset + range.length - 1}/${known.size}`);
  return new Response(bodyOf(found, range.length, file), { status: 206, headers });
}

/**
 * Types that browsers accept as a script or style (WHATWG MIME Sniffing, 4.6). A page of this server could otherwise
 * load the file as its own.
 */
const ACTIVE =
  /^\s*(text|application)\/(x-)?(javascript|ecmascript|jscript|livescript|css|xslt?|xslt\+xml|wasm)[\d.]*\s*(?=;|$)/i;

/** Returns the type to serve a file as. Scripts and styles become plain text. */
const harmless = (type: string): string => type.replace(ACTIVE, "text/plain");

function headersOf({ httpEtag, httpMetadata }: R2Object, { cacheControl }: ServedFile): Headers {
  const headers = new Headers({
    ETag: httpEtag,
    "Accept-Ranges": "bytes",
    "Cache-Control": cacheControl,
    "Content-Security-Policy": POLICY,
    "Content-Type": harmless(httpMetadata?.contentType ?? "application/octet-stream"),
  });
  const { contentDisposition } = httpMetadata ?? {};
  if (contentDisposition !== undefined) headers.set("Content-Disposition", contentDisposition);
  return headers;
}

/** Part of a file that a request specifies (RFC 9110, 14.1). */
interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/**
 * Parses a Range header. Returns undefined to send the whole file (no header, or several ranges), or null if the range
 * is not satisfiable.
 */
export function byteRange(header: string | null, size: number): ByteRange | null | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? null : { offset: size - length, length };
  }
  const offset = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < offset) return undefined;
  return offset >= size ? null : { offset, length: end - offset + 1 };
}
