import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, DAY, inMilliseconds, seconds } from "../../../util/time.ts";
import { fileDiscardedHook } from "./hooks.ts";
import { deleteReserved, deleteReservedBefore, deleteReservedBeyond, insertReserved, oldestReserved } from "./rows.ts";

export const RESERVED_TIMER = "reserved-files";
export const DELETE_FILE_JOB = "delete-file";

/** Time until an unfinished upload counts as failed. */
const UPLOAD_TIME = seconds(600);

interface Reservation {
  readonly by: UserId;
  readonly kind: string;
  readonly name: string;
}

/**
 * Reserves and returns the key of a file that the Worker is about to store. The change that needs the file must call
 * `keepFile`. Otherwise the file is deleted after a day, so that no stored file lacks an owner.
 */
export function reserveFile(realm: Realm, { by: user, kind, name }: Reservation): string {
  const now = realm.seconds();
  // Failed uploads don't report their failure. The oldest ones most likely failed.
  const most = limits.account.uploads_under_way - 1;
  for (const given of deleteReservedBeyond.all(realm.sql, { user, since: before(now, UPLOAD_TIME), most }))
    discardFile(realm, given.key);
  const key = `${realm.id}/${kind}/${name}`;
  insertReserved.run(realm.sql, { key, user, now });
  realm.timers.setSooner(RESERVED_TIMER, inMilliseconds(after(now, DAY)));
  return key;
}

/** Ends a file's reservation. From now on the caller owns the file, and has to discard it eventually. */
export function keepFile(realm: Realm, key: string): void {
  if (deleteReserved.first(realm.sql, { key }) === undefined) throw badRequest("The upload took too long.");
}

export const releaseFile = (realm: Realm, key: string): void => void deleteReserved.first(realm.sql, { key });

/** Deletes a file from the store once the current change commits, or when nothing holds it any longer. */
export function discardFile(realm: Realm, key: string): void {
  if (realm.collect(fileDiscardedHook, key).includes(true)) return;
  realm.outbox.add(DELETE_FILE_JOB, { key });
}

/** Deletes files whose requests failed after storing them. Their reservations are older than a day. */
export function sweepReserved(realm: Realm): void {
  for (const { key } of deleteReservedBefore.all(realm.sql, { before: before(realm.seconds(), DAY) }))
    discardFile(realm, key);
  const { reserved_at } = oldestReserved.one(realm.sql, {});
  if (reserved_at !== null) realm.timers.set(RESERVED_TIMER, inMilliseconds(after(reserved_at, DAY)));
}
