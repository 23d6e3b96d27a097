import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomUuid } from "../../../util/random.ts";
import { insertUuid, uuidOf } from "./uuid-rows.ts";

/**
 * Returns an account's UUID for the push service, generated on first use. An account that moves to another server keeps
 * it. Users never see the UUIDs of others. Call it within a change.
 */
export function userUuid(realm: Realm, user: UserId): string {
  const known = uuidOf.first(realm.sql, { user });
  if (known !== undefined) return known.uuid;
  const uuid = randomUuid(realm.random);
  insertUuid.run(realm.sql, { user, uuid });
  return uuid;
}
