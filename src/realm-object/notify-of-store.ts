import type { Realm } from "../realm/realm.ts";
import { databaseSize, hasRoomAgain } from "../realm/replication/database-room.ts";
import { databaseFillingHook, databaseRoomyHook, rowsRefusedHook } from "../realm/replication/hooks.ts";
import type { ShippingState } from "../realm/replication/shipping-state.ts";

/**
 * Called after a shipment. Notifies owners and administrators once if the organization's D1 database is filling up, and
 * once if it rejects rows.
 */
export function notifyOfStore(realm: Realm, shipping: ShippingState, bytes: number | undefined): void {
  tellOfRefused(realm, shipping);
  if (bytes !== undefined) tellOfFilling(realm, shipping, bytes);
}

function tellOfFilling(realm: Realm, shipping: ShippingState, bytes: number): void {
  const size = databaseSize(bytes, realm.config);
  const told = shipping.toldFilling;
  if (told !== null && hasRoomAgain(size)) {
    notify(realm, shipping, () => {
      shipping.tellFilling(null);
      realm.run(databaseRoomyHook);
    });
  }
  if (!size.is_filling || told === shipping.database) return;
  realm.log.warn("database_filling", { database: shipping.database, ...size });
  notify(realm, shipping, () => {
    shipping.tellFilling(shipping.database);
    realm.run(databaseFillingHook, size);
  });
}

function tellOfRefused(realm: Realm, shipping: ShippingState): void {
  // Nearly always returns here, without counting rows.
  if (!realm.shipper.isAhead && !shipping.hasToldRefused) return;
  const { parked, waiting } = realm.shipper.lag;
  // While rejected rows are retried, they count as waiting. Whether they are accepted isn't known until D1 has them.
  if (parked === 0 && !waiting) shipping.tellRefused(false);
  if (parked === 0 || shipping.hasToldRefused) return;
  notify(realm, shipping, () => {
    shipping.tellRefused(true);
    realm.run(rowsRefusedHook, parked);
  });
}

function notify(realm: Realm, shipping: ShippingState, change: () => void): void {
  try {
    realm.change(change);
  } catch (error) {
    // If notifying fails, the shipment isn't undone.
    shipping.reload();
    realm.log.failure("store_not_told", error);
  }
}
