import { createHmac } from "node:crypto";
import { passkeyTimeout } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import { isSameSecret } from "../../../util/is-same.ts";
import { randomToken } from "../../../util/random.ts";
import { after, MINUTE, seconds } from "../../../util/time.ts";
import { deleteSpentChallenges, insertSpentChallenge, readSecret, spentChallenge, writeSecret } from "./rows.ts";

const LENGTH = 32;

/** Returns the organization's signing key for passkeys, created on first use. */
function challengeSecret(realm: Realm): string {
  const known = readSecret.first(realm.sql, {})?.secret;
  if (known !== undefined) return known;
  const secret = randomToken(realm.random, LENGTH);
  writeSecret.run(realm.sql, { secret });
  return secret;
}

/** Returns the handle that identifies an account to authenticators. It reveals nothing about the account. */
export const ownHandle = (realm: Realm, user: UserId): string =>
  createHmac("sha256", challengeSecret(realm)).update(`account ${user}`).digest("base64url");

/** Time to answer a challenge, long enough to find a key. */
const VALIDITY = seconds(5 * MINUTE);
const NONCE_LENGTH = 24;
const TOKEN = /^[A-Za-z0-9]{24}\.\d{1,15}\.[\w-]{43}$/;

/** Purpose of a challenge, and the only party that can answer it, such as the browser that requested it. */
interface ChallengeUse {
  readonly to: "register" | "log in";
  readonly by: string;
}

/**
 * Returns a challenge for an authenticator, and the token to send back with the answer. The token is signed, and
 * nothing is stored until a challenge is answered, because every visit to the login page requests one.
 */
export function newChallenge(realm: Realm, use: ChallengeUse): { readonly token: string; readonly challenge: string } {
  const secret = challengeSecret(realm);
  const text = `${randomToken(realm.random, NONCE_LENGTH)}.${after(realm.seconds(), VALIDITY)}`;
  const token = `${text}.${signature(secret, text, use)}`;
  return { token, challenge: challengeOf(token) };
}

/** Returns the challenge of a token. Throws if it was created for another use, has expired, or was answered before. */
export function accessChallenge(realm: Realm, token: string, use: ChallengeUse): string {
  if (!TOKEN.test(token)) throw passkeyTimeout();
  const signed = token.slice(token.lastIndexOf(".") + 1);
  const expected = signature(challengeSecret(realm), token.slice(0, -signed.length - 1), use);
  if (!isSameSecret(signed, expected) || tokenExpiry(token) <= realm.seconds()) throw passkeyTimeout();
  if (spentChallenge.first(realm.sql, { hash: hashKey(token) }) !== undefined) throw passkeyTimeout();
  return challengeOf(token);
}

/** Prevents a challenge from being answered again. */
export function spendChallenge(realm: Realm, token: string): void {
  deleteSpentChallenges.run(realm.sql, { now: realm.seconds() });
  insertSpentChallenge.run(realm.sql, { hash: hashKey(token), ends_at: tokenExpiry(token) });
}

const tokenExpiry = (token: string) => seconds(Number(token.split(".")[1]));

const challengeOf = (token: string): string => Buffer.from(hashKey(`challenge ${token}`), "hex").toString("base64url");

const signature = (secret: string, text: string, { to, by }: ChallengeUse): string =>
  createHmac("sha256", secret).update(`${to}\n${by}\n${text}`).digest("base64url");
