import { createHmac } from "node:crypto";
import { secondFactorTimeout } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { isSameSecret } from "../../../util/is-same.ts";
import { after, MINUTE, seconds } from "../../../util/time.ts";
import { findUser, passwordHashOf, type User } from "../../organization/accounts/accounts.ts";
import { factorOf } from "./rows.ts";

/** Time to enter the code after the first factor. */
const VALIDITY = seconds(5 * MINUTE);

/** How a user has authenticated before entering the code. */
type FirstFactor = "password" | "service";

/**
 * Returns a ticket proving that the user has just passed an account's first factor and only the code is missing. The
 * ticket isn't stored but signed, with a key that changes with the password and the two-factor secret.
 */
export function loginTicket(realm: Realm, user: User, first: FirstFactor): string {
  const until = after(realm.seconds(), VALIDITY);
  return `${user.id}.${until}.${signature(realm, user, `${first} ${until}`)}`;
}

/** Returns the account of a ticket. Throws if the ticket is invalid, expired, or issued after another first factor. */
export function accessUserByTicket(realm: Realm, ticket: string, first: FirstFactor): User {
  const [, id, until, signed] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(ticket) ?? [];
  const user = findUser(realm, Number(id));
  if (user === undefined || user.is_active === 0 || factorOf.first(realm.sql, { user: user.id }) === undefined) {
    throw secondFactorTimeout();
  }
  const end = seconds(Number(until));
  const expected = signature(realm, user, `${first} ${end}`);
  if (end <= realm.seconds() || !isSameSecret(signed ?? "", expected)) throw secondFactorTimeout();
  return user;
}

function signature(realm: Realm, { id }: User, content: string): string {
  const key = `${factorOf.first(realm.sql, { user: id })?.secret} ${passwordHashOf(realm, id)}`;
  return createHmac("sha256", key).update(`login ticket ${realm.id} ${id} ${content}`).digest("base64url");
}
