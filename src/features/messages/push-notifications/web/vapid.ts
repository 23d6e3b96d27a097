import { Buffer } from "node:buffer";
import { ApiError, badRequest, raise } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { isSealedAnew, openText, sealText } from "../../../../realm/sealed-text.ts";
import { after, hours, type Seconds } from "../../../../util/time.ts";
import { putVapid, setPrivateKey, vapidRow } from "./rows.ts";

const CURVE = { name: "ECDSA", namedCurve: "P-256" } as const;
/** Push services reject tokens that are valid for more than a day. */
const VALID_FOR = hours(12);

/** Key pair that identifies the organization to push services (RFC 8292). */
interface VapidKeys {
  readonly public_key: string;
  readonly private_key: string;
}

const NAME = "web push";

/**
 * Returns the organization's keys, if it has any. Runs within a change, which encrypts them with the operator's newest
 * key.
 */
export function vapidKeys(realm: Realm): VapidKeys | undefined {
  const row = vapidRow.first(realm.sql, {});
  if (row === undefined) return undefined;
  const private_key = openText(realm, NAME, row.private_key);
  if (isSealedAnew(realm, row.private_key))
    setPrivateKey.run(realm.sql, { private_key: sealText(realm, NAME, private_key) });
  return { ...row, private_key };
}

/**
 * Returns the keys for sending pushes, or undefined if this server can no longer read them, so that pushes to other
 * devices continue.
 */
export function keysToSendWith(realm: Realm): VapidKeys | undefined {
  try {
    return realm.change(() => vapidKeys(realm));
  } catch (error) {
    if (error instanceof ApiError && error.code === "SECRET_UNREADABLE") return undefined;
    throw error;
  }
}

/**
 * Returns the organization's keys. Throws if there are none, because then no browser can have subscribed with the
 * public key.
 */
export const existingVapidKeys = (realm: Realm): VapidKeys =>
  vapidKeys(realm) ?? raise(badRequest("This organization has no key for pushes to browsers yet."));

export async function newVapidKeys(): Promise<VapidKeys> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("not a pair of keys");
  return {
    public_key: await exported("raw", pair.publicKey),
    private_key: await exported("pkcs8", pair.privateKey),
  };
}

async function exported(format: "raw" | "pkcs8", key: CryptoKey): Promise<string> {
  const bytes = await crypto.subtle.exportKey(format, key);
  if (!(bytes instanceof ArrayBuffer)) throw new Error("not the bytes of a key");
  return Buffer.from(bytes).toString("base64url");
}

/** Stores the organization's first keys. Existing ones stay, because browsers have subscribed with them. */
export function keepVapidKeys(realm: Realm, made: VapidKeys): VapidKeys {
  const known = vapidKeys(realm);
  if (known === undefined) putVapid.run(realm.sql, { ...made, private_key: sealText(realm, NAME, made.private_key) });
  return known ?? made;
}

export interface Sender {
  readonly keys: VapidKeys;
  /** `https:` or `mailto:` URL for contacting the operator. */
  readonly contact: string;
  readonly now: Seconds;
}

export const senderOf = (realm: Realm, keys: VapidKeys): Sender => ({
  keys,
  // Apple rejects contact URLs with other schemes.
  contact: realm.url.startsWith("https:") ? realm.url : `mailto:${realm.config.mailFrom}`,
  now: realm.seconds(),
});

/** Returns the header that proves the sender's identity to the push service of an origin (RFC 8292). */
export async function authorization({ keys, contact, now }: Sender, origin: string): Promise<string> {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { aud: origin, exp: after(now, VALID_FOR), sub: contact };
  const signed = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded(claims)}`;
  const key = await crypto.subtle.importKey("pkcs8", Buffer.from(keys.private_key, "base64url"), CURVE, false, [
    "sign",
  ]);
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, Buffer.from(signed));
  return `vapid t=${signed}.${Buffer.from(signature).toString("base64url")}, k=${keys.public_key}`;
}
