import { Buffer } from "node:buffer";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { ApiError, unlessRefused } from "../protocol/errors.ts";
import { entryOf } from "../util/collections.ts";
import type { Realm } from "./realm.ts";

/**
 * Secrets that the server needs in clear text (two-factor, webhooks, push) are encrypted with the operator's key
 * (SECRETS_KEYS), if set. A copy of the databases alone then doesn't reveal them. The first key encrypts; all of them
 * decrypt. Secrets stored before there was a key are read unencrypted, and encrypted at their next use.
 */

const NONCE_BYTES = 24;
const SEALED = /^sealed:1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/;
/** Prefix of a clear text that looks like an encrypted one. */
const CLEAR = "clear:";

interface Key {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Keys derived from each list of secrets, cached because the derivation is slow. */
const derived = new WeakMap<readonly string[], readonly Key[]>();

const deriveKeys = ({ config: { secretsKeys } }: Realm): readonly Key[] =>
  entryOf(derived, secretsKeys, () =>
    secretsKeys.map((secret) => {
      const bytes = hkdf(sha256, encoded(secret), undefined, encoded("parley stored secrets"), 32);
      return { bytes, id: bytesToHex(sha256(bytes)).slice(0, 8) };
    }),
  );

const encoded = (text: string) => new TextEncoder().encode(text);

/** Returns the stored form of a secret. `what` identifies the secret's use, and is needed to decrypt it. */
export function sealText(realm: Realm, what: string, text: string): string {
  const [key] = deriveKeys(realm);
  if (key === undefined) return /^(sealed|clear):/.test(text) ? CLEAR + text : text;
  const nonce = realm.random.bytes(NONCE_BYTES);
  const sealed = xchacha20poly1305(key.bytes, nonce, encoded(what)).encrypt(encoded(text));
  return `sealed:1:${key.id}:${Buffer.concat([nonce, sealed]).toString("base64url")}`;
}

/** Returns the secret that `sealText` encrypted. Throws if the key it was encrypted with no longer exists. */
export function openText(realm: Realm, what: string, stored: string): string {
  const [, id, content = ""] = SEALED.exec(stored) ?? [];
  if (id === undefined) return stored.startsWith(CLEAR) ? stored.slice(CLEAR.length) : stored;
  const key = deriveKeys(realm).find((one) => one.id === id);
  if (key === undefined) throw unreadable(realm, what);
  const bytes = Buffer.from(content, "base64url");
  try {
    const cipher = xchacha20poly1305(key.bytes, bytes.subarray(0, NONCE_BYTES), encoded(what));
    return new TextDecoder().decode(cipher.decrypt(bytes.subarray(NONCE_BYTES)));
  } catch {
    throw unreadable(realm, what);
  }
}

/** Like `openText`, but returns undefined if the secret can't be read. */
export const readableText = (realm: Realm, what: string, stored: string): string | undefined =>
  unlessRefused(() => openText(realm, what, stored));

/** True if the stored secret isn't encrypted with the current key, so that it should be stored again. */
export function isSealedAnew(realm: Realm, stored: string): boolean {
  const [key] = deriveKeys(realm);
  return key !== undefined && SEALED.exec(stored)?.[1] !== key.id;
}

function unreadable(realm: Realm, what: string): ApiError {
  realm.log.warn("secret_unreadable", { what });
  return new ApiError({
    code: "SECRET_UNREADABLE",
    msg: "This server lacks the key of a stored secret (SECRETS_KEYS). Ask your server administrator.",
  });
}
