import { createHmac } from "node:crypto";
import { isSameSecret } from "../../../util/is-same.ts";
import type { Random } from "../../../util/random.ts";
import type { Seconds } from "../../../util/time.ts";

// Codes of authenticator apps (TOTP, RFC 6238), with the parameters all such apps support. Libraries bring configurable
// parameters and their own SHA-1, which Parley doesn't need.

const DIGITS = 6;
const PERIOD = 30;
/** Maximum clock difference between server and device, in periods. */
const WINDOW = 1;
/** Size of a SHA-1 hash, which RFC 4226 recommends for the secret. */
const SECRET_BYTES = 20;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns a new secret in base32, as users type it into an app. */
export function newSecret(random: Random): string {
  return base32(random.bytes(SECRET_BYTES));
}

export function base32(bytes: Uint8Array): string {
  let text = "";
  let [held, bits] = [0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >>> (bits - 5)) & 31];
    held &= 255;
  }
  return bits === 0 ? text : text + BASE32[(held << (5 - bits)) & 31];
}

function decodeBase32(secret: string): Uint8Array {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const letter of secret) {
    held = ((held << 5) | BASE32.indexOf(letter)) & 4095;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >>> bits) & 255);
    }
  }
  return Uint8Array.from(bytes);
}

export const stepAt = (time: Seconds): number => Math.floor(time / PERIOD);

/** Returns a secret's code for a period, numbered from 1970 (RFC 4226, section 5.3). */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = new Uint8Array(createHmac("sha1", decodeBase32(secret)).update(counter).digest());
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = new DataView(hash.buffer).getUint32(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** Returns the number of a code's period if it is close to now and later than `last`. Undefined for a wrong code. */
export function matchingStep(secret: string, code: string, { now, last }: { now: Seconds; last: number }) {
  const present = stepAt(now);
  for (let step = present - WINDOW; step <= present + WINDOW; step++) {
    if (step > last && isSameSecret(code, codeAt(secret, step))) return step;
  }
  return undefined;
}

/** Returns the URI that apps read from a QR code. */
export function setupAddress(secret: string, { organization, email }: { organization: string; email: string }): string {
  const [issuer, account] = [encodeURIComponent(organization), encodeURIComponent(email)];
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=${DIGITS}&period=${PERIOD}`;
}
