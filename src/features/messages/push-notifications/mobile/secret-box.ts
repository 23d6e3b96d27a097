import { xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import { concatBytes } from "../../../../util/join-bytes.ts";

const NONCE_BYTES = 24;

/**
 * Encrypts bytes with a shared key as a libsodium box (crypto_secretbox_easy): the nonce, then XSalsa20 and Poly1305.
 */
export function secretBox(
  bytes: Uint8Array,
  key: Uint8Array,
  nonce: Uint8Array = crypto.getRandomValues(new Uint8Array(NONCE_BYTES)),
): Uint8Array {
  return concatBytes([nonce, xsalsa20poly1305(key, nonce).encrypt(bytes)]);
}
