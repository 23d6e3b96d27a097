import { BadCbor, type CborMap } from "./cbor.ts";

/** Signature algorithms for authenticators, in order of preference: EdDSA, ES256, RS256 (RFC 9053, RFC 8812). */
export const ALGORITHMS = [-8, -7, -257] as const;

const importing = {
  "-8": { name: "Ed25519" },
  "-7": { name: "ECDSA", namedCurve: "P-256" },
  "-257": { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
} as const;

const OCTET_KEY_PAIR = 1;
const ELLIPTIC_CURVE = 2;
const RSA = 3;
const P256 = 1;
const ED25519 = 6;
/**
 * Length of a signature: two numbers of 32 bytes, for both ECDSA and EdDSA. Some runtimes throw for shorter signatures.
 */
const PLAIN_BYTES = 64;
/** Authenticators' RSA keys have 2048 bits. Shorter ones are weak, and much longer ones cost time. */
const RSA_BYTES = { least: 256, most: 512 };

/** A public key as stored: the algorithm, and the key for WebCrypto. */
export interface PublicKey {
  readonly alg: (typeof ALGORITHMS)[number];
  readonly jwk: JsonWebKey;
}

/** Parses a public key in the COSE form sent by authenticators (RFC 9053, section 7). */
export function readPublicKey(cose: CborMap): PublicKey {
  const [type, alg] = [cose.get(1), cose.get(3)];
  if (alg === -7 && type === ELLIPTIC_CURVE && cose.get(-1) === P256) {
    return { alg, jwk: { kty: "EC", crv: "P-256", x: part(cose, -2, 32), y: part(cose, -3, 32) } };
  }
  if (alg === -8 && type === OCTET_KEY_PAIR && cose.get(-1) === ED25519) {
    return { alg, jwk: { kty: "OKP", crv: "Ed25519", x: part(cose, -2, 32) } };
  }
  if (alg === -257 && type === RSA) {
    return { alg, jwk: { kty: "RSA", n: part(cose, -1, RSA_BYTES), e: part(cose, -2, { least: 3, most: 4 }) } };
  }
  throw new BadCbor("a key of another kind");
}

function part(cose: CborMap, label: number, length: number | { least: number; most: number }): string {
  const { least, most } = typeof length === "number" ? { least: length, most: length } : length;
  const bytes = cose.get(label);
  if (!(bytes instanceof Uint8Array) || bytes.length < least || bytes.length > most) throw new BadCbor("no such key");
  return Buffer.from(bytes).toString("base64url");
}

/** Imports a key. Throws if WebCrypto doesn't accept it, for example because a point isn't on its curve. */
export const importPublicKey = ({ alg, jwk }: PublicKey): Promise<CryptoKey> =>
  crypto.subtle.importKey("jwk", jwk, importing[`${alg}`], false, ["verify"]);

export async function isSignedBy(key: PublicKey, signature: Uint8Array, signed: Uint8Array): Promise<boolean> {
  const raw = key.alg === -7 ? plainSignature(signature) : signature;
  if (raw === undefined || raw.length < PLAIN_BYTES) return false;
  const algorithm = key.alg === -7 ? { name: "ECDSA", hash: "SHA-256" } : importing[`${key.alg}`];
  return crypto.subtle.verify(algorithm, await importPublicKey(key), raw, signed);
}

/** Converts an ECDSA signature from the authenticator's DER to the form WebCrypto needs: two numbers of 32 bytes. */
function plainSignature(der: Uint8Array): Uint8Array | undefined {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined;
  const r = derInteger(der, 2);
  const s = r && derInteger(der, r.end);
  if (r === undefined || s?.end !== der.length) return undefined;
  const raw = new Uint8Array(PLAIN_BYTES);
  raw.set(r.bytes, 32 - r.bytes.length);
  raw.set(s.bytes, 64 - s.bytes.length);
  return raw;
}

function derInteger(der: Uint8Array, offset: number): { readonly bytes: Uint8Array; readonly end: number } | undefined {
  const length = der[offset + 1] ?? 0;
  const end = offset + 2 + length;
  if (der[offset] !== 2 || length < 1 || length > 33 || end > der.length) return undefined;
  const bytes = der.slice(offset + 2, end);
  // A leading zero means that the number isn't negative.
  const digits = bytes[0] === 0 ? bytes.slice(1) : bytes;
  return digits.length > 32 ? undefined : { bytes: digits, end };
}
