import type { Realm } from "../../../realm/realm.ts";
import { randomUuid } from "../../../util/random.ts";
import { identity, putIdentity } from "./rows.ts";

/** What the push service knows the organization by: made when it is first asked for. Within a change. */
export function realmUuid(realm: Realm): string {
  const known = identity.first(realm.sql, {});
  if (known !== undefined) return known.uuid;
  const uuid = randomUuid(realm.random);
  putIdentity.run(realm.sql, { uuid });
  return uuid;
}
