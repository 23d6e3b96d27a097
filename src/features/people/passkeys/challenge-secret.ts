import { createHmac } from "node:crypto";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import { readSecret, writeSecret } from "./rows.ts";

const LENGTH = 32;

/** Returns the organization's signing key for passkeys, created on first use. */
export function challengeSecret(realm: Realm): string {
  const known = readSecret.first(realm.sql, {})?.secret;
  if (known !== undefined) return known;
  const secret = randomToken(realm.random, LENGTH);
  writeSecret.run(realm.sql, { secret });
  return secret;
}

/** Returns the handle that identifies an account to authenticators. It reveals nothing about the account. */
export const ownHandle = (realm: Realm, user: UserId): string =>
  createHmac("sha256", challengeSecret(realm)).update(`account ${user}`).digest("base64url");
