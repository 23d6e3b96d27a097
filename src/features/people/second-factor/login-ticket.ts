import { createHmac } from "node:crypto";
import { secondFactorTimeout } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { isSame } from "../../../util/is-same.ts";
import { after, MINUTE, type Seconds, seconds } from "../../../util/time.ts";
import { findUser, passwordHashOf, type User } from "../../organization/users/users.ts";
import { factorOf } from "./rows.ts";

/** The time for the code after the password was given. */
const VALIDITY = seconds(5 * MINUTE);

/**
 * Says that somebody has just given the password of an account, and lacks the code. It is signed and not stored, with a key
 * that ends with the password and with the second factor.
 */
export function loginTicket(realm: Realm, user: User): string {
  const until = after(realm.seconds(), VALIDITY);
  return `${user.id}.${until}.${signature(realm, user, until)}`;
}

/** The account of a ticket. Refuses one that is not signed, or that has run out. */
export function accessUserByTicket(realm: Realm, ticket: string): User {
  const [, id, until, signed] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(ticket) ?? [];
  const user = findUser(realm, Number(id));
  if (user === undefined || user.is_active === 0 || factorOf.first(realm.sql, { user: user.id }) === undefined) {
    throw secondFactorTimeout();
  }
  const end = seconds(Number(until));
  if (end <= realm.seconds() || !isSame(signed ?? "", signature(realm, user, end))) throw secondFactorTimeout();
  return user;
}

function signature(realm: Realm, { id }: User, until: Seconds): string {
  const key = `${factorOf.first(realm.sql, { user: id })?.secret} ${passwordHashOf(realm, id)}`;
  return createHmac("sha256", key).update(`login ticket ${realm.id} ${id} ${until}`).digest("base64url");
}
