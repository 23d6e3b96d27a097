import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, DAY } from "../../../util/time.ts";
import { deleteOldDeliveryIds, insertDeliveryId, knownDeliveryId } from "./rows.ts";

/** For how long a delivery is known again by its id. */
const REMEMBERED = DAY;
/** Old ids are looked for once in so many. */
const BETWEEN_SWEEPS = 100;

/** Whether messages were made of this delivery before. */
export const isRepeated = (realm: Realm, bot: UserId, key: string): boolean =>
  knownDeliveryId.first(realm.sql, { bot, key, since: before(realm.seconds(), REMEMBERED) }) !== undefined;

/** Remembers that messages were made of a delivery. */
export function rememberDelivery(realm: Realm, bot: UserId, key: string): void {
  const now = realm.seconds();
  const { id } = insertDeliveryId.one(realm.sql, { bot, key, at: now });
  if (id % BETWEEN_SWEEPS !== 0) return;
  deleteOldDeliveryIds.run(realm.sql, {
    before: before(now, REMEMBERED),
    most: limits.organization.delivery_ids,
  });
}
