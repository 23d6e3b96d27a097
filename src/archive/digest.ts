import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { ByteSource } from "./blob-source.ts";

/** The SHA-256 of bytes that are in memory, by the platform, in hexadecimal digits. */
export const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

/**
 * The SHA-256 of a source that may be larger than the memory. Web Crypto has no digest of a stream, so that this one is of
 * `@noble/hashes`, which runs everywhere.
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
