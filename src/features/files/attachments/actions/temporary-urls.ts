import { createHmac } from "node:crypto";
import { cacheKey, type Realm } from "../../../../realm/realm.ts";
import { storedSecret } from "../../../../realm/stored-secret.ts";
import { isSame } from "../../../../util/is-same.ts";
import { after, MINUTE, type Seconds, seconds } from "../../../../util/time.ts";
import { readSecret, writeSecret } from "./rows.ts";

/** The time for which a temporary URL is valid: long enough to follow it at once (messages.md 15). */
const LIFETIME = MINUTE;
const secretKey = cacheKey<string>("file secret");

/** A URL that opens a file without an account. It is signed together with its expiry, so the server stores nothing. */
export function temporaryUrl(realm: Realm, path_id: string): string {
  const expires = after(realm.seconds(), LIFETIME);
  return `/user_uploads/temporary/${expires}.${signature(realm, expires, path_id)}/${path_id}`;
}

/** Whether the token of a temporary URL is signed for this file and has not expired. */
export function isValidToken(realm: Realm, token: string, path_id: string): boolean {
  const [, expires, signed = ""] = /^(\d+)\.([\w-]+)$/.exec(token) ?? [];
  if (expires === undefined) return false;
  const end = seconds(Number(expires));
  if (end <= realm.seconds()) return false;
  return isSame(signed, signature(realm, end, path_id));
}

const signature = (realm: Realm, expires: Seconds, path_id: string): string =>
  createHmac("sha256", secret(realm)).update(`${expires} ${path_id}`).digest("base64url");

const secret = (realm: Realm): string => storedSecret(realm, secretKey, { read: readSecret, write: writeSecret });
