import { hsalsa, xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import { blake2b } from "@noble/hashes/blake2.js";
import { concatBytes } from "../../../../util/join-bytes.ts";

const CURVE = { name: "X25519" } as const;
const KEY_BYTES = 32;
const NONCE_BYTES = 24;
/** Constant of Salsa20: "expand 32-byte k". */
const SIGMA = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574);

/**
 * Encrypts bytes for the owner of a public key as a libsodium sealed box (crypto_box_seal): X25519 with an ephemeral
 * key, whose public half comes first, then XSalsa20 and Poly1305.
 */
export async function seal(bytes: Uint8Array, publicKey: Uint8Array): Promise<Uint8Array> {
  if (publicKey.length !== KEY_BYTES) throw new Error(`a public key has ${KEY_BYTES} bytes, not ${publicKey.length}`);
  const receiver = await crypto.subtle.importKey("raw", publicKey, CURVE, true, []);
  const { secret, made } = await agree(receiver);
  const key = new Uint32Array(KEY_BYTES / 4);
  hsalsa(SIGMA, new Uint32Array(secret), new Uint32Array(4), key);
  const nonce = blake2b(concatBytes([made, publicKey]), { dkLen: NONCE_BYTES });
  return concatBytes([made, xsalsa20poly1305(new Uint8Array(key.buffer), nonce).encrypt(bytes)]);
}

/** Returns a secret shared with the owner of a public key, and the public half of the ephemeral key used. */
async function agree(receiver: CryptoKey): Promise<{ secret: ArrayBuffer; made: Uint8Array }> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ["deriveBits"]);
  if (!("privateKey" in pair)) throw new Error("not a pair of keys");
  const made = await crypto.subtle.exportKey("raw", pair.publicKey);
  if (!(made instanceof ArrayBuffer)) throw new Error("not a raw key");
  const algorithm = { ...CURVE, public: receiver } as SubtleCryptoDeriveKeyAlgorithm;
  return {
    secret: await crypto.subtle.deriveBits(algorithm, pair.privateKey, 8 * KEY_BYTES),
    made: new Uint8Array(made),
  };
}
