import type { Credentials } from "../../../rpc/credentials.ts";

const HASH = /^[0-9a-f]{64}$/;
const HASH_BYTES = 32;
/**
 * The first character encodes the kind and which parts are present. The next two are the lengths of the hash and the
 * address.
 */
const [SESSION, WELL_FORMED, HAS_IP, HAS_TEXT, HEX, GRANT, ASSISTANT] = [1, 2, 4, 8, 16, 32, 64];
const MARKS = { session: SESSION, grant: GRANT, key: 0 };
const HEAD = 3;

/**
 * Packs credentials into a string with one character per byte of the hash, which takes half the memory of an object.
 */
export function packCredentials(credentials: Credentials): string {
  const { ip } = credentials;
  const hash = credentials.by === "key" ? credentials.keyHash : credentials.tokenHash;
  const text = credentialsText(credentials);
  let marks = MARKS[credentials.by];
  if (credentials.by === "key" && credentials.wellFormed) marks |= WELL_FORMED;
  if (credentials.by === "key" && credentials.asksAsAssistant) marks |= ASSISTANT;
  if (ip !== undefined) marks |= HAS_IP;
  if (text !== null) marks |= HAS_TEXT;
  if (HASH.test(hash)) marks |= HEX;
  const packedHash = (marks & HEX) === 0 ? codesOf(hash) : decodeHex(hash);
  // In a single call, because a concatenated string would keep all its parts in memory.
  return String.fromCharCode(
    ...[marks, packedHash.length, ip?.length ?? 0],
    ...packedHash,
    ...codesOf(ip ?? ""),
    ...codesOf(text ?? ""),
  );
}

function credentialsText(credentials: Credentials): string | null {
  if (credentials.by === "grant") return null;
  return credentials.by === "session" ? credentials.doubt : credentials.email;
}

export function unpackCredentials(packed: string): Credentials {
  const marks = packed.charCodeAt(0);
  const hashEnd = HEAD + packed.charCodeAt(1);
  const ipEnd = hashEnd + packed.charCodeAt(2);
  const packedHash = packed.slice(HEAD, hashEnd);
  const hash = (marks & HEX) === 0 ? packedHash : hexOf(packedHash);
  const place = (marks & HAS_IP) === 0 ? {} : { ip: packed.slice(hashEnd, ipEnd) };
  const text = (marks & HAS_TEXT) === 0 ? null : packed.slice(ipEnd);
  if ((marks & SESSION) !== 0) return { by: "session", tokenHash: hash, doubt: text, ...place };
  if ((marks & GRANT) !== 0) return { by: "grant", tokenHash: hash, ...place };
  const assistant = (marks & ASSISTANT) === 0 ? {} : ({ asksAsAssistant: true } as const);
  return { by: "key", email: text, keyHash: hash, wellFormed: (marks & WELL_FORMED) !== 0, ...assistant, ...place };
}

const codesOf = (text: string): number[] => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

const decodeHex = (hex: string): number[] =>
  Array.from({ length: HASH_BYTES }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));

const hexOf = (bytes: string): string =>
  codesOf(bytes)
    .map((code) => code.toString(16).padStart(2, "0"))
    .join("");
