import { createHmac } from "node:crypto";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import { readSecret, writeSecret } from "./rows.ts";

const LENGTH = 32;

/** The organization's key for what it signs for passkeys; it is made when it is first asked for. */
export function challengeSecret(realm: Realm): string {
  const known = readSecret.first(realm.sql, {})?.secret;
  if (known !== undefined) return known;
  const secret = randomToken(realm.random, LENGTH);
  writeSecret.run(realm.sql, { secret });
  return secret;
}

/**
 * The handle by which this server has authenticators know an account. It tells nothing of it to whoever finds it there.
 */
export const ownHandle = (realm: Realm, user: UserId): string =>
  createHmac("sha256", challengeSecret(realm)).update(`account ${user}`).digest("base64url");
