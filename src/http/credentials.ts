import { badRequest, unreadableAuthorization } from "../protocol/errors.ts";
import type { KeyCredentials } from "../realm/feature.ts";

/** HTTP Basic: an account's email and API key (conventions.md 4). The key goes no further than its hash. */
export async function readKey(header: string | null): Promise<KeyCredentials | null> {
  if (header === null) return null;
  const [scheme = "", encoded = ""] = header.trim().split(/\s+/, 2);
  if (scheme.toLowerCase() !== "basic") throw badRequest("This endpoint requires HTTP basic authentication.");
  const decoded = decodeBasic(encoded);
  const colon = decoded.indexOf(":");
  if (colon < 0) throw unreadableAuthorization();
  const key = decoded.slice(colon + 1);
  return {
    by: "key",
    email: decoded.slice(0, colon),
    keyHash: await hashKey(key),
    wellFormed: /^[A-Za-z0-9]{32}$/.test(key),
  };
}

/** API keys are random, so that a plain hash keeps them secret. */
export async function hashKey(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function decodeBasic(encoded: string): string {
  try {
    const bytes = Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    throw unreadableAuthorization();
  }
}
