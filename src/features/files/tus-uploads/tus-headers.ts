import type { Config } from "../../../config/config.ts";
import { failure } from "../../../protocol/envelope.ts";

/** Version of the protocol (tus.io), and its supported extensions. */
export const VERSION = "1.0.0";
const EXTENSIONS = "creation,creation-with-upload,termination,expiration";
export const BYTES_TYPE = "application/offset+octet-stream";

const MIB = 1_048_576;

export const answerHeaders = { "Tus-Resumable": VERSION, "Cache-Control": "no-store" } as const;

/** Headers that other sites' pages can send, with their own API key. */
const SENT = [
  "Authorization, Content-Type, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset, Upload-Defer-Length",
  "X-HTTP-Method-Override, X-Requested-With",
].join(", ");

/** Response to OPTIONS, which lists the server's capabilities. */
export const capabilities = ({ maxUploadMib }: Config, methods: readonly string[]): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...answerHeaders,
      "Tus-Version": VERSION,
      "Tus-Extension": EXTENSIONS,
      "Tus-Max-Size": String(maxUploadMib * MIB),
      Allow: methods.join(", "),
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers": SENT,
      "Access-Control-Max-Age": "86400",
    },
  });

export const refuse = (status: number, msg: string, headers: Record<string, string> = {}): Response =>
  failure({ code: "BAD_REQUEST", msg, status, headers });

export const refuseVersion = (): Response =>
  refuse(412, `The header Tus-Resumable has to be ${VERSION}.`, { "Tus-Version": VERSION });

export function bytesIn({ headers }: Request, name: string): number | undefined {
  const text = headers.get(name)?.trim() ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Parses `Upload-Metadata`: names, each with an optional Base64 value. Returns undefined if it is malformed. */
export function readMetadata(header: string): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>();
  for (const pair of header.split(",")) {
    const [name = "", encoded = "", ...more] = pair.trim().split(" ");
    if (name === "") continue;
    const value = decodeBase64(encoded);
    if (value === undefined || more.length > 0) return undefined;
    values.set(name, value);
  }
  return values;
}

const utf8 = new TextDecoder();

function decodeBase64(encoded: string): string | undefined {
  try {
    return utf8.decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
