/** Maximum PBKDF2 iterations on Cloudflare. A local workerd allows more. */
const MAX_ITERATIONS = 100_000;

/** Hashes with PBKDF2-HMAC-SHA-512. The result includes the parameters: `pbkdf2-sha512$iterations$salt$hash`. */
export async function computeHash(password: string, iterations: number): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  return writeHash({ iterations, salt, hash: await derive(password, salt, iterations) });
}

export async function fitsHash(password: string, stored: string): Promise<boolean> {
  const [method, iterations, salt, hash] = stored.split("$");
  if (method !== METHOD || salt === undefined || hash === undefined) return false;
  const derived = await derive(password, fromBase64(salt), Number(iterations));
  const expected = fromBase64(hash);
  return derived.length === expected.length && crypto.subtle.timingSafeEqual(derived, expected);
}

/**
 * Returns a hash that no password matches, for accounts without one. Checking it takes as long as checking a real hash.
 */
export const hashOfNothing = (iterations: number): string =>
  writeHash({ iterations, salt: new Uint8Array(16), hash: new Uint8Array(64) });

const METHOD = "pbkdf2-sha512";
const HASH_PATTERN = /^pbkdf2-sha512\$(\d{1,6})\$[A-Za-z0-9+/]{16,64}={0,2}\$[A-Za-z0-9+/]{40,200}={0,2}$/;

/** True for a password hash that this server can verify, regardless of the program that created it. */
export function isPasswordHash(text: string): boolean {
  const [, iterations = "0"] = HASH_PATTERN.exec(text) ?? [];
  return Number(iterations) > 0 && Number(iterations) <= MAX_ITERATIONS;
}

interface Hashed {
  readonly iterations: number;
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

const writeHash = ({ iterations, salt, hash }: Hashed): string =>
  [METHOD, iterations, toBase64(salt), toBase64(hash)].join("$");

async function derive(password: string, salt: Uint8Array, iterations: number): Promise<Uint8Array> {
  if (!(iterations > 0 && iterations <= MAX_ITERATIONS)) throw new Error(`${iterations} iterations of PBKDF2`);
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(password), "PBKDF2", false, ["deriveBits"]);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-512", salt, iterations }, key, 512),
  );
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
