import { badRequest } from "../../protocol/errors.ts";
import type { Realm } from "../../realm/realm.ts";
import { deleteReserved, deleteReservedBefore, insertReserved, oldestReserved } from "./rows.ts";

export const RESERVED_TIMER = "reserved-files";
export const DELETE_FILE_JOB = "delete-file";

const A_DAY = 86_400;

/**
 * Announces a file that the Worker is about to put in the store, so that none is ever left there without an owner. The
 * change that it is for must keep it; otherwise it is removed after a day.
 */
export function reserveFile(realm: Realm, kind: string, name: string): string {
  const key = `${realm.id}/${kind}/${name}`;
  insertReserved.run(realm.sql, { key, now: realm.now() });
  realm.timers.setSooner(RESERVED_TIMER, (realm.now() + A_DAY) * 1000);
  return key;
}

/** Takes a reserved file over: from now on it is the caller's to discard. */
export function keepFile(realm: Realm, key: string): void {
  if (deleteReserved.first(realm.sql, { key }) === undefined) throw badRequest("The upload took too long.");
}

/** Removes a file from the store, once the change is done. */
export function discardFile(realm: Realm, key: string): void {
  realm.outbox.add(DELETE_FILE_JOB, { key });
}

/** Removes what was put in the store by requests that came to nothing. */
export function sweepReserved(realm: Realm): void {
  for (const { key } of deleteReservedBefore.all(realm.sql, { before: realm.now() - A_DAY })) discardFile(realm, key);
  const { reserved_at } = oldestReserved.one(realm.sql, {});
  if (reserved_at !== null) realm.timers.set(RESERVED_TIMER, (reserved_at + A_DAY) * 1000);
}
