// The cryptography of the push service and the app. It uses TweetNaCl and BlakeJS, unlike the program. Neither library
// has libsodium's sealed box, which combines the two. A test opens a box that libsodium has sealed.
import { blake2b } from "blakejs";
import nacl from "tweetnacl";

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Decodes standard base64 with padding. Returns null for anything else. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

/** Returns the id of a platform's token: the start of its SHA-256. */
export async function tokenIdOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return toBase64(new Uint8Array(digest).subarray(0, 8));
}

export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly secretKey: Uint8Array;
}

export const newKeyPair = (): KeyPair => nacl.box.keyPair();

const sealNonce = (ephemeral: Uint8Array, recipient: Uint8Array) => {
  const both = new Uint8Array([...ephemeral, ...recipient]);
  return Uint8Array.from(blake2b(both, undefined, nacl.box.nonceLength));
};

/** Seals a message like libsodium's `crypto_box_seal`. */
export function seal(message: string, recipient: Uint8Array): Uint8Array {
  const ephemeral = nacl.box.keyPair();
  const nonce = sealNonce(ephemeral.publicKey, recipient);
  const box = nacl.box(new TextEncoder().encode(message), nonce, recipient, ephemeral.secretKey);
  return new Uint8Array([...ephemeral.publicKey, ...box]);
}

/** Opens a sealed message like libsodium's `crypto_box_seal_open`. Returns null if that fails. */
export function openSealed(sealed: Uint8Array, { publicKey, secretKey }: KeyPair): string | null {
  const length = nacl.box.publicKeyLength;
  if (sealed.length < length) return null;
  const ephemeral = sealed.slice(0, length);
  const opened = nacl.box.open(sealed.slice(length), sealNonce(ephemeral, publicKey), ephemeral, secretKey);
  return opened && new TextDecoder().decode(opened);
}

/** First byte of a device key, which determines how the key is used. */
const SECRETBOX = 0x31;

export const newPushKey = (): Uint8Array => new Uint8Array([SECRETBOX, ...nacl.randomBytes(nacl.secretbox.keyLength)]);

/**
 * Decrypts a push that the server encrypted: a nonce, then the output of libsodium's `crypto_secretbox_easy`. Returns
 * null if that fails.
 */
export function openPush(encrypted: Uint8Array, pushKey: Uint8Array): string | null {
  const { nonceLength } = nacl.secretbox;
  if (pushKey[0] !== SECRETBOX || encrypted.length < nonceLength) return null;
  const opened = nacl.secretbox.open(encrypted.slice(nonceLength), encrypted.slice(0, nonceLength), pushKey.slice(1));
  return opened && new TextDecoder().decode(opened);
}
