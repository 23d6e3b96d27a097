import { badRequest, unreadableAuthorization } from "../protocol/errors.ts";
import { hashKey, type KeyCredentials } from "../rpc/credentials.ts";

/** Cache of parsed credentials by header, because hashing a key takes a quarter as long as a small request. */
const known = new Map<string, KeyCredentials>();
const MAX_KNOWN = 1000;
const MAX_KNOWN_LENGTH = 200;

/**
 * Parses HTTP Basic credentials: an account's email and API key (conventions.md 4). Only the key's hash is passed on.
 */
export function readKey(header: string | null): KeyCredentials | null {
  if (header === null) return null;
  const found = known.get(header);
  if (found !== undefined) return found;
  const read = readBasic(header);
  if (!read.wellFormed || header.length > MAX_KNOWN_LENGTH) return read;
  if (known.size === MAX_KNOWN) known.clear();
  known.set(header, read);
  return read;
}

function readBasic(header: string): KeyCredentials {
  const [scheme = "", encoded = ""] = header.trim().split(/\s+/, 2);
  if (scheme.toLowerCase() !== "basic") throw badRequest("This endpoint requires HTTP basic authentication.");
  const decoded = decodeBasic(encoded);
  const colon = decoded.indexOf(":");
  if (colon < 0) throw unreadableAuthorization();
  return credentialsOf(decoded.slice(0, colon), decoded.slice(colon + 1));
}

const credentialsOf = (email: string | null, key: string): KeyCredentials => ({
  by: "key",
  email,
  keyHash: hashKey(key),
  wellFormed: /^[A-Za-z0-9]{32}$/.test(key),
});

/** Parses the API key in a webhook's URL (webhooks.md 1). */
export const readBareKey = (key: string): KeyCredentials => credentialsOf(null, key.trim());

const utf8 = new TextDecoder();

function decodeBasic(encoded: string): string {
  try {
    const bytes = atob(encoded);
    // Only non-ASCII credentials, which are rare, need decoding.
    return /[\x80-\xff]/.test(bytes) ? utf8.decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0))) : bytes;
  } catch {
    throw unreadableAuthorization();
  }
}
