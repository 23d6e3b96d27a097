import { BadCbor, type CborMap, readCborMap } from "./cbor.ts";

const HASH = 32;
const FLAGS = HASH;
const COUNTER = FLAGS + 1;
const REST = COUNTER + 4;
const AAGUID = 16;
const MAX_ID_LENGTH = 1023;

/** An authenticator's data about itself and what it did (Web Authentication, section 6.1). */
interface AuthenticatorData {
  /** Hash of the site name that the data was requested for. */
  readonly rpIdHash: Uint8Array;
  /** Whether the user was present, and whether their identity was verified. */
  readonly userPresent: boolean;
  readonly userVerified: boolean;
  /** Number of signatures so far, or zero if the authenticator doesn't count them. */
  readonly counter: number;
  readonly credential: { readonly id: Uint8Array; readonly key: CborMap } | undefined;
}

export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  if (bytes.length < REST) throw new BadCbor("it ends too early");
  const flags = bytes[FLAGS] ?? 0;
  const has = (bit: number) => (flags & (1 << bit)) !== 0;
  const attested = has(6) ? readCredential(bytes, REST) : undefined;
  const extensions = attested?.end ?? REST;
  const end = has(7) ? readCborMap(bytes, extensions).end : extensions;
  if (end !== bytes.length) throw new BadCbor("more than there should be");
  return {
    rpIdHash: bytes.slice(0, HASH),
    userPresent: has(0),
    userVerified: has(2),
    counter: new DataView(bytes.buffer, bytes.byteOffset).getUint32(COUNTER),
    credential: attested?.credential,
  };
}

function readCredential(bytes: Uint8Array, offset: number) {
  const start = offset + AAGUID + 2;
  if (bytes.length < start) throw new BadCbor("it ends too early");
  const length = ((bytes[start - 2] ?? 0) << 8) | (bytes[start - 1] ?? 0);
  if (length === 0 || length > MAX_ID_LENGTH || bytes.length < start + length) throw new BadCbor("no such id");
  const { value: key, end } = readCborMap(bytes, start + length);
  return { credential: { id: bytes.slice(start, start + length), key }, end };
}
