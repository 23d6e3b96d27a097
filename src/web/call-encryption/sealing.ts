import { type Bytes, utf8 } from "./sframe.ts";

const CURVE = { name: "ECDH", namedCurve: "P-256" };
const NONCE_BYTES = 12;

/** A device's keys in one call. The private key can't be exported. */
export interface OwnKeys {
  readonly publicKey: string;
  readonly privateKey: CryptoKey;
}

export const toBase64 = (bytes: Bytes): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

export const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

export async function makeKeys(): Promise<OwnKeys> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(CURVE, false, ["deriveBits"]);
  return { privateKey, publicKey: toBase64(new Uint8Array(await crypto.subtle.exportKey("raw", publicKey))) };
}

/**
 * Sender, recipient and call. They are part of the key derivation, so a message can't be decrypted in any other
 * context.
 */
interface SealContext {
  readonly call: string;
  readonly from: number;
  readonly to: number;
}

type Use = "encrypt" | "decrypt";

/** Derives the key between two members, in one direction. Only they can derive it. */
async function keyBetween(own: OwnKeys, other: string, way: SealContext, use: Use): Promise<CryptoKey> {
  const known = await crypto.subtle.importKey("raw", fromBase64(other), CURVE, false, []);
  const shared = await crypto.subtle.deriveBits({ name: "ECDH", public: known }, own.privateKey, 256);
  const secret = await crypto.subtle.importKey("raw", shared, "HKDF", false, ["deriveKey"]);
  const [from, to] = use === "encrypt" ? [own.publicKey, other] : [other, own.publicKey];
  const info = utf8(["Parley 1 call key", way.call, way.from, way.to, from, to].join(" "));
  const algorithm = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  return crypto.subtle.deriveKey(algorithm, secret, { name: "AES-GCM", length: 256 }, false, [use]);
}

/** Encrypts data for one member, who can verify the sender. */
export async function seal(own: OwnKeys, other: string, way: SealContext, plain: Bytes): Promise<string> {
  const key = await keyBetween(own, other, way, "encrypt");
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, plain));
  return toBase64(new Uint8Array([...iv, ...sealed]));
}

/** Decrypts data that another member encrypted for this one. Throws if it isn't such data. */
export async function open(own: OwnKeys, other: string, way: SealContext, blob: string): Promise<Bytes> {
  const key = await keyBetween(own, other, way, "decrypt");
  const bytes = fromBase64(blob);
  const algorithm = { name: "AES-GCM", iv: bytes.subarray(0, NONCE_BYTES) };
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, bytes.subarray(NONCE_BYTES)));
}
