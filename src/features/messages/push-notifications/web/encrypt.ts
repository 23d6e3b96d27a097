import { Buffer } from "node:buffer";

// Written by hand because the library `web-push` needs Node's own cryptography, and sends with Node's `https`.

const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;
const RECORD_BYTES = 4096;
/** Delimiter of the last record (RFC 8188). */
const LAST = 2;

/** Keys of a browser that gets pushes, in base64url. */
interface ReceiverKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** Values that are new for each message. A test passes those of RFC 8291's example. */
interface Once {
  readonly pair: CryptoKeyPair;
  readonly salt: Uint8Array;
}

/** Encrypts a push for a browser. Returns the request body (RFC 8291, RFC 8188). */
export async function encrypt(content: Uint8Array, receiver: ReceiverKeys, once?: Once): Promise<Uint8Array> {
  const { pair, salt } = once ?? (await newOnce());
  const theirs = Buffer.from(receiver.p256dh, "base64url");
  const ours = Buffer.from((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
  const shared = await agreed(pair.privateKey, theirs);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const secret = await derived(shared, { salt: Buffer.from(receiver.auth, "base64url"), info, bytes: 32 });
  const [key, nonce] = await Promise.all([
    derived(secret, { salt, info: Buffer.from("Content-Encoding: aes128gcm\0"), bytes: 16 }),
    derived(secret, { salt, info: Buffer.from("Content-Encoding: nonce\0"), bytes: 12 }),
  ]);
  const sealer = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
  const record = Buffer.concat([content, Buffer.of(LAST)]);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, sealer, record);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, Buffer.from(sealed)]);
}

async function newOnce(): Promise<Once> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ["deriveBits"]);
  if (!("privateKey" in pair)) throw new Error("not a pair of keys");
  return { pair, salt: crypto.getRandomValues(new Uint8Array(16)) };
}

async function agreed(ours: CryptoKey, theirs: Uint8Array): Promise<Uint8Array> {
  const other = await crypto.subtle.importKey("raw", theirs, CURVE, true, []);
  const algorithm = { ...CURVE, public: other } as SubtleCryptoDeriveKeyAlgorithm;
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, ours, 256));
}

async function derived(
  secret: Uint8Array,
  { salt, info, bytes }: { readonly salt: Uint8Array; readonly info: Uint8Array; readonly bytes: number },
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, 8 * bytes));
}
