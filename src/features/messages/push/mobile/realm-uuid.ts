import type { Realm } from "../../../../realm/realm.ts";
import { randomUuid } from "../../../../util/random.ts";
import { identity, putIdentity } from "../rows.ts";

/** The organization's id at the push service, generated at the first use. Needs a change around it. */
export function realmUuid(realm: Realm): string {
  const known = identity.first(realm.sql, {});
  if (known !== undefined) return known.uuid;
  const uuid = randomUuid(realm.random);
  putIdentity.run(realm.sql, { uuid });
  return uuid;
}
