import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { ByteSource } from "./blob-source.ts";

/** Returns the SHA-256 of bytes in hex. */
export const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

/**
 * Returns the SHA-256 of a source that may not fit in memory. Uses `@noble/hashes`, because Web Crypto can't hash
 * streams.
 */
export async function digestOfSource(source: ByteSource): Promise<string> {
  const hash = sha256.create();
  const reader = source.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytesToHex(hash.digest());
    hash.update(value);
  }
}
