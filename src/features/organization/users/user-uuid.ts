import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomUuid } from "../../../util/random.ts";
import { insertUuid, uuidOf } from "./uuid-rows.ts";

/**
 * The id of an account that stays when the account moves to another server: the push service knows it by that. It is
 * generated at the first use, and nobody is shown that of another account. Needs a change around it.
 */
export function userUuid(realm: Realm, user: UserId): string {
  const known = uuidOf.first(realm.sql, { user });
  if (known !== undefined) return known.uuid;
  const uuid = randomUuid(realm.random);
  insertUuid.run(realm.sql, { user, uuid });
  return uuid;
}
