import type { UserId } from "../../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { allOwners } from "./rows.ts";

/** Bits: a user may have devices that get encrypted pushes, devices that get plain ones, or both. */
export const PushKind = Object.freeze({ encrypted: 1, plain: 2 } as const);

const ownersKey = cacheKey<ReadonlyMap<UserId, number>>("owners of push devices");

/** The users who have devices, with the `PushKind` bits of these; cached, since each new message needs it. */
export const deviceOwners = (realm: Realm): ReadonlyMap<UserId, number> =>
  realm.cached(ownersKey, () => {
    const owners = new Map<UserId, number>();
    for (const { user_id, isEncrypted } of allOwners.all(realm.sql, {})) {
      owners.set(user_id, (owners.get(user_id) ?? 0) | (isEncrypted === 1 ? PushKind.encrypted : PushKind.plain));
    }
    return owners;
  });

/** Clears the cache of `deviceOwners`; each change of devices or tokens has to call it. */
export const forgetOwners = (realm: Realm) => realm.forget(ownersKey);
