import type { UserId } from "../../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { allOwners } from "./rows.ts";

/** Bits: devices that get encrypted pushes, devices that get plain ones, and browsers. */
export const PushKind = Object.freeze({ encrypted: 1, plain: 2, web: 4 } as const);

const ownersKey = cacheKey<ReadonlyMap<UserId, number>>("owners of push devices");
const browserOwnersKey = cacheKey<ReadonlyMap<UserId, number>>("owners of browsers with pushes");

/**
 * Returns the users who have devices, with their `PushKind` bits. Cached, because it is needed for every new message.
 * Without a push service for mobile devices, only browsers count, because browsers have their own services.
 */
export function deviceOwners(realm: Realm): ReadonlyMap<UserId, number> {
  const isMobileToo = realm.config.pushService !== null;
  return realm.cached(isMobileToo ? ownersKey : browserOwnersKey, () => {
    const owners = new Map<UserId, number>();
    for (const { user_id, kind } of allOwners.all(realm.sql, { ...PushKind })) {
      if (isMobileToo || kind === PushKind.web) owners.set(user_id, (owners.get(user_id) ?? 0) | kind);
    }
    return owners;
  });
}

/** Clears the cache of `deviceOwners`. Call it after every change of devices or tokens. */
export function forgetOwners(realm: Realm): void {
  realm.forget(ownersKey);
  realm.forget(browserOwnersKey);
}
