import type { UserId } from "../../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { allOwners } from "./rows.ts";

/** How a push travels: sealed, so that its device alone can read it, or open. Bits, for a person may have both. */
export const Form = Object.freeze({ sealed: 1, open: 2 } as const);

const ownersKey = cacheKey<ReadonlyMap<UserId, number>>("owners of push devices");

/** Who can be told by a device, and in which forms; in memory, for every message asks for it. */
export const deviceOwners = (realm: Realm): ReadonlyMap<UserId, number> =>
  realm.cached(ownersKey, () => {
    const owners = new Map<UserId, number>();
    for (const { user_id, isSealed } of allOwners.all(realm.sql, {})) {
      owners.set(user_id, (owners.get(user_id) ?? 0) | (isSealed === 1 ? Form.sealed : Form.open));
    }
    return owners;
  });

/** To be called by whoever changes devices. */
export const forgetOwners = (realm: Realm) => realm.forget(ownersKey);
