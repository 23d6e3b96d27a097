import { createHmac } from "node:crypto";
import { secondFactorTimeout } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { isSameSecret } from "../../../util/is-same.ts";
import { after, MINUTE, type Seconds, seconds } from "../../../util/time.ts";
import { findUser, passwordHashOf, type User } from "../../organization/accounts/accounts.ts";
import { factorOf } from "./rows.ts";

/** Time to enter the code after the password. */
const VALIDITY = seconds(5 * MINUTE);

/**
 * Returns a ticket proving that the password of an account was just entered and the code is missing. It is signed
 * rather than stored, with a key that changes with the password and the two-factor secret.
 */
export function loginTicket(realm: Realm, user: User): string {
  const until = after(realm.seconds(), VALIDITY);
  return `${user.id}.${until}.${signature(realm, user, until)}`;
}

/** Returns the account of a ticket. Throws if its signature is invalid, or it has expired. */
export function accessUserByTicket(realm: Realm, ticket: string): User {
  const [, id, until, signed] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(ticket) ?? [];
  const user = findUser(realm, Number(id));
  if (user === undefined || user.is_active === 0 || factorOf.first(realm.sql, { user: user.id }) === undefined) {
    throw secondFactorTimeout();
  }
  const end = seconds(Number(until));
  if (end <= realm.seconds() || !isSameSecret(signed ?? "", signature(realm, user, end))) throw secondFactorTimeout();
  return user;
}

function signature(realm: Realm, { id }: User, until: Seconds): string {
  const key = `${factorOf.first(realm.sql, { user: id })?.secret} ${passwordHashOf(realm, id)}`;
  return createHmac("sha256", key).update(`login ticket ${realm.id} ${id} ${until}`).digest("base64url");
}
