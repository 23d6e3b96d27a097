import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkNumber } from "../../../protocol/stock.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, DAY, inMilliseconds, seconds } from "../../../util/time.ts";
import { deleteReserved, deleteReservedBefore, insertReserved, oldestReserved, reservedSince } from "./rows.ts";

export const RESERVED_TIMER = "reserved-files";
export const DELETE_FILE_JOB = "delete-file";

/** An upload that has not ended by then has failed. */
const PATIENCE = seconds(600);

interface Reservation {
  readonly by: UserId;
  readonly kind: string;
  readonly name: string;
}

/**
 * Announces a file that the Worker is about to put in the store, so that none is ever left there without an owner. The
 * change that it is for must keep it; otherwise it is removed after a day.
 */
export function reserveFile(realm: Realm, { by: user, kind, name }: Reservation): string {
  const now = realm.seconds();
  const { count } = reservedSince.one(realm.sql, { user, since: before(now, PATIENCE) });
  checkNumber(count + 1, limits.account.uploads_under_way, "uploads under way");
  const key = `${realm.id}/${kind}/${name}`;
  insertReserved.run(realm.sql, { key, user, now });
  realm.timers.setSooner(RESERVED_TIMER, inMilliseconds(after(now, DAY)));
  return key;
}

/** Takes a reserved file over: from now on it is the caller's to discard. */
export function keepFile(realm: Realm, key: string): void {
  if (deleteReserved.first(realm.sql, { key }) === undefined) throw badRequest("The upload took too long.");
}

/** Gives a reservation up of which nothing was stored. */
export const releaseFile = (realm: Realm, key: string): void => void deleteReserved.first(realm.sql, { key });

/** Removes a file from the store, once the change is done. */
export function discardFile(realm: Realm, key: string): void {
  realm.outbox.add(DELETE_FILE_JOB, { key });
}

/** Removes what was put in the store by requests that came to nothing. */
export function sweepReserved(realm: Realm): void {
  for (const { key } of deleteReservedBefore.all(realm.sql, { before: before(realm.seconds(), DAY) }))
    discardFile(realm, key);
  const { reserved_at } = oldestReserved.one(realm.sql, {});
  if (reserved_at !== null) realm.timers.set(RESERVED_TIMER, inMilliseconds(after(reserved_at, DAY)));
}
