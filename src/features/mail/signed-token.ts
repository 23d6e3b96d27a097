import { createHmac } from "node:crypto";
import { cacheKey, type Realm } from "../../realm/realm.ts";
import { storedSecret } from "../../realm/stored-secret.ts";
import { isSame } from "../../util/is-same.ts";
import { mailSecret, putMailSecret } from "./rows.ts";

const secretKey = cacheKey<string>("mail secret");

/**
 * A token for letters that says something, and which only this organization can have made. It is valid for ever and
 * stored nowhere. A token that was made for one purpose is none for another.
 */
export const signed = (realm: Realm, purpose: string, content: string): string =>
  `${Buffer.from(content).toString("base64url")}.${signature(realm, purpose, content)}`;

/** The content of a token; undefined where this organization has not made it for this purpose. */
export function verified(realm: Realm, purpose: string, token: string): string | undefined {
  const [encoded = "", given = "", ...more] = token.split(".");
  const content = Buffer.from(encoded, "base64url").toString();
  return more.length === 0 && isSame(given, signature(realm, purpose, content)) ? content : undefined;
}

/** 144 bits, so that the token fits into an address. */
const signature = (realm: Realm, purpose: string, content: string): string =>
  hmacOf(realm, purpose, content).digest("base64url").slice(0, 24);

/** The 256 bits, in hexadecimal digits, by which this organization knows again what it has made for a purpose. */
export const signatureOf = (realm: Realm, purpose: string, content: string): string =>
  hmacOf(realm, purpose, content).digest("hex");

const hmacOf = (realm: Realm, purpose: string, content: string) =>
  createHmac("sha256", secret(realm)).update(`${purpose}\n${content}`);

const secret = (realm: Realm): string => storedSecret(realm, secretKey, { read: mailSecret, write: putMailSecret });
