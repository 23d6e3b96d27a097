import { createHmac } from "node:crypto";
import type { Realm } from "../../realm/realm.ts";
import { storedSecret } from "../../realm/stored-secret.ts";
import { hashKey } from "../../rpc/credentials.ts";
import { isSameSecret } from "../../util/is-same.ts";
import { randomToken } from "../../util/random.ts";

const LENGTH = 32;

/** Creates a secret for an email's link. Only the reader gets the key, and only its hash is stored. */
export function newMailedKey(realm: Realm): { readonly key: string; readonly hash: string } {
  const key = randomToken(realm.random, LENGTH);
  return { key, hash: hashKey(key) };
}

/**
 * Returns a token for emails: content with this organization's signature. It never expires, isn't stored, and is
 * invalid for other purposes.
 */
export const signed = (realm: Realm, purpose: string, content: string): string =>
  `${Buffer.from(content).toString("base64url")}.${signature(realm, purpose, content)}`;

/** Returns a token's content, or undefined if this organization didn't sign it for this purpose. */
export function verified(realm: Realm, purpose: string, token: string): string | undefined {
  const [encoded = "", given = "", ...more] = token.split(".");
  const content = Buffer.from(encoded, "base64url").toString();
  return more.length === 0 && isSameSecret(given, signature(realm, purpose, content)) ? content : undefined;
}

/** 144 bits, so that the token fits into an email address. */
const signature = (realm: Realm, purpose: string, content: string): string =>
  hmacOf(realm, purpose, content).digest("base64url").slice(0, 24);

/**
 * Returns a 256-bit signature of the content, in hex, with which this organization recognizes what it created for a
 * purpose.
 */
export const signatureOf = (realm: Realm, purpose: string, content: string): string =>
  hmacOf(realm, purpose, content).digest("hex");

const hmacOf = (realm: Realm, purpose: string, content: string) =>
  createHmac("sha256", secret(realm)).update(`${purpose}\n${content}`);

const secret = storedSecret("mail_secret");
