import { fromBase64 } from "./sealing.ts";
import { type Bytes, bigEndian, concat, readNumber, utf8 } from "./sframe.ts";

const GROUPS = 6;
const DIGITS = 5;
const BYTES = 5;
/** Makes it too slow to search for other keys with the same number while members join. */
const ROUNDS = 100_000;

/** Returns a number of 30 digits. All members of a call get the same one if they have the same keys for each other. */
export async function safetyNumber(call: string, publicKeys: readonly string[]): Promise<string> {
  const parts: Bytes[] = [...publicKeys].sort().map(fromBase64);
  const keys = concat(...parts.map((part) => concat(bigEndian(part.length, 2), part)));
  const secret = await crypto.subtle.importKey("raw", keys, "PBKDF2", false, ["deriveBits"]);
  const salt = utf8(`Parley 1 safety number ${call}`);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt, iterations: ROUNDS };
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(algorithm, secret, GROUPS * BYTES * 8));
  return Array.from({ length: GROUPS }, (_, group) => {
    const value = readNumber(bytes.subarray(group * BYTES, (group + 1) * BYTES));
    return String(value % 10 ** DIGITS).padStart(DIGITS, "0");
  }).join(" ");
}
