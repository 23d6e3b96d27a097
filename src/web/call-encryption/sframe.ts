// Frames according to RFC 9605 (SFrame), with its cipher suite AES_128_GCM_SHA256_128.

export type Bytes = Uint8Array<ArrayBuffer>;

const SUITE = [0, 4];
const HASH_BYTES = 32;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;

/** A frame key, identified by the number in frame headers. */
export interface FrameKey {
  readonly kid: number;
  readonly key: CryptoKey;
  readonly salt: Bytes;
}

interface Header {
  readonly kid: number;
  readonly counter: number;
  readonly length: number;
}

export const concat = (...parts: readonly (Bytes | readonly number[])[]): Bytes =>
  new Uint8Array(parts.flatMap((part) => [...part]));
export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** Encodes an integer as big-endian bytes, as few as needed but at least `length`. */
export function bigEndian(value: number, length = 1): number[] {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length < length; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return bytes;
}

export const readNumber = (bytes: Bytes): number => bytes.reduce((value, byte) => value * 256 + byte, 0);

const half = (value: number, bytes: readonly number[]) => (value < 8 ? value : 8 + bytes.length - 1);

export function writeHeader(kid: number, counter: number): Bytes {
  const [kidBytes, counterBytes] = [bigEndian(kid), bigEndian(counter)];
  return concat(
    [half(kid, kidBytes) * 16 + half(counter, counterBytes)],
    kid < 8 ? [] : kidBytes,
    counter < 8 ? [] : counterBytes,
  );
}

/**
 * Reads the header at the start. Returns undefined if there is none, or if its numbers are larger than any that this
 * client writes.
 */
export function readHeader(bytes: Bytes): Header | undefined {
  const [first = 0] = bytes;
  const kidLength = first & 0x80 ? ((first >> 4) & 7) + 1 : 0;
  const counterLength = first & 8 ? (first & 7) + 1 : 0;
  const length = 1 + kidLength + counterLength;
  if (bytes.length < length) return undefined;
  const kid = kidLength === 0 ? (first >> 4) & 7 : readNumber(bytes.subarray(1, 1 + kidLength));
  const counter = counterLength === 0 ? first & 7 : readNumber(bytes.subarray(1 + kidLength, length));
  return Number.isSafeInteger(kid) && Number.isSafeInteger(counter) ? { kid, counter, length } : undefined;
}

async function derive(secret: Bytes, info: Bytes, length: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const algorithm = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, length * 8));
}

export async function frameKeyOf(kid: number, secret: Bytes): Promise<FrameKey> {
  const label = (text: string) => concat(utf8(`SFrame 1.0 Secret ${text} `), bigEndian(kid, 8), SUITE);
  const [key, salt] = await Promise.all([
    derive(secret, label("key"), KEY_BYTES),
    derive(secret, label("salt"), NONCE_BYTES),
  ]);
  return { kid, salt, key: await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]) };
}

/** Derives the next secret. The earlier one can't be computed from it. */
export const ratchet = (secret: Bytes): Promise<Bytes> => derive(secret, utf8("SFrame 1.0 Ratchet"), HASH_BYTES);

/** Encrypts. A counter must never be used twice with the same key. */
export async function encrypt(key: FrameKey, counter: number, plain: Bytes, metadata: Bytes): Promise<Bytes> {
  const header = writeHeader(key.kid, counter);
  const algorithm = { name: "AES-GCM", iv: nonce(key, counter), additionalData: concat(header, metadata) };
  return concat(header, new Uint8Array(await crypto.subtle.encrypt(algorithm, key.key, plain)));
}

/** Decrypts the data after a parsed header. Throws if it doesn't belong to this key, or was modified. */
export async function decrypt(key: FrameKey, header: Header, bytes: Bytes, metadata: Bytes): Promise<Bytes> {
  const additionalData = concat(bytes.subarray(0, header.length), metadata);
  const algorithm = { name: "AES-GCM", iv: nonce(key, header.counter), additionalData };
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key.key, bytes.subarray(header.length)));
}

function nonce({ salt }: FrameKey, counter: number): Bytes {
  const bytes = bigEndian(counter, NONCE_BYTES);
  return salt.map((byte, at) => byte ^ (bytes[at] ?? 0));
}
