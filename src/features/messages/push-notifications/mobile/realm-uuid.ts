import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { randomUuid } from "../../../../util/random.ts";
import { userUuid } from "../../../organization/accounts/user-uuid.ts";
import { identity, putIdentity } from "../rows.ts";

/** Returns the organization's id at the push service, generated on first use. Call it within a change. */
export function realmUuid(realm: Realm): string {
  const known = identity.first(realm.sql, {});
  if (known !== undefined) return known.uuid;
  const uuid = randomUuid(realm.random);
  putIdentity.run(realm.sql, { uuid });
  return uuid;
}

/** Returns the fields that identify the owner of tokens to the push service. Call it within a change. */
export const ownerAtService = (realm: Realm, user: UserId) => ({
  user_id: user,
  user_uuid: userUuid(realm, user),
  realm_uuid: realmUuid(realm),
});
