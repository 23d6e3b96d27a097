import { Buffer } from "node:buffer";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { ApiError } from "../protocol/errors.ts";
import type { Realm } from "./realm.ts";

/**
 * Secrets that the server has to know again in clear (of second factors, webhooks, pushes) are sealed with a key of the
 * operator's (SECRETS_KEYS), where there is one: whoever has the databases alone does not have them. The first key seals; all
 * of them open. What was stored before there was a key is read as it is, and sealed when it is next used.
 */

const NONCE_BYTES = 24;
const SEALED = /^sealed:1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/;
/** Stands before a text that would look like a sealed one. */
const CLEAR = "clear:";

interface Key {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The keys of each list of secrets, as deriving one takes a while. */
const derived = new WeakMap<readonly string[], readonly Key[]>();

function keysOf({ config: { secretsKeys } }: Realm): readonly Key[] {
  const known = derived.get(secretsKeys);
  if (known !== undefined) return known;
  const keys = secretsKeys.map((secret) => {
    const bytes = hkdf(
      sha256,
      new TextEncoder().encode(secret),
      undefined,
      new TextEncoder().encode("parley stored secrets"),
      32,
    );
    return { bytes, id: bytesToHex(sha256(bytes)).slice(0, 8) };
  });
  derived.set(secretsKeys, keys);
  return keys;
}

const associated = (what: string) => new TextEncoder().encode(what);

/** The form in which a secret is stored. `what` names whose it is: a sealed text opens nowhere else. */
export function sealText(realm: Realm, what: string, text: string): string {
  const [key] = keysOf(realm);
  if (key === undefined) return /^(sealed|clear):/.test(text) ? CLEAR + text : text;
  const nonce = realm.random.bytes(NONCE_BYTES);
  const sealed = xchacha20poly1305(key.bytes, nonce, associated(what)).encrypt(new TextEncoder().encode(text));
  return `sealed:1:${key.id}:${Buffer.concat([nonce, sealed]).toString("base64url")}`;
}

/** The secret that is stored in a form of `sealText`. Refuses one whose key is not there any more. */
export function openText(realm: Realm, what: string, stored: string): string {
  const [, id, content = ""] = SEALED.exec(stored) ?? [];
  if (id === undefined) return stored.startsWith(CLEAR) ? stored.slice(CLEAR.length) : stored;
  const key = keysOf(realm).find((one) => one.id === id);
  if (key === undefined) throw unreadable(realm, what);
  const bytes = Buffer.from(content, "base64url");
  try {
    const cipher = xchacha20poly1305(key.bytes, bytes.subarray(0, NONCE_BYTES), associated(what));
    return new TextDecoder().decode(cipher.decrypt(bytes.subarray(NONCE_BYTES)));
  } catch {
    throw unreadable(realm, what);
  }
}

/** The same; undefined where it cannot be read. */
export function readableText(realm: Realm, what: string, stored: string): string | undefined {
  try {
    return openText(realm, what, stored);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Whether a stored secret would be sealed otherwise today. */
export function isSealedAnew(realm: Realm, stored: string): boolean {
  const [key] = keysOf(realm);
  return key !== undefined && SEALED.exec(stored)?.[1] !== key.id;
}

function unreadable(realm: Realm, what: string): ApiError {
  realm.log.warn("secret_unreadable", { what });
  return new ApiError({
    code: "SECRET_UNREADABLE",
    msg: "This server lacks the key of a stored secret (SECRETS_KEYS). Ask your server administrator.",
  });
}
