import { type NoParams, statement } from "../../../database/statement.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, DAY, inMilliseconds, type Seconds, seconds } from "../../../util/time.ts";
import { fileDiscardedHook } from "./hooks.ts";

export const schema = [
  `-- Files that a request is about to store. If a file isn't kept within a day, it has no owner and is deleted.
   CREATE TABLE reserved_files (key TEXT PRIMARY KEY, reserved_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE INDEX reserved_files_by_time ON reserved_files (reserved_at);`,
  `-- The uploader, or null in rows written before this column existed.
   ALTER TABLE reserved_files ADD COLUMN user_id INTEGER;
   CREATE INDEX reserved_files_by_user ON reserved_files (user_id, reserved_at);`,
];

const insertReserved = statement<{ key: string; user: number; now: Seconds }>(
  "INSERT INTO reserved_files (key, user_id, reserved_at) VALUES (:key, :user, :now)",
);
/** Drops all but the newest reservations an account made since a time. */
const deleteReservedBeyond = statement<{ user: number; since: Seconds; most: number }, { key: string }>(
  `DELETE FROM reserved_files WHERE key IN (
     SELECT key FROM reserved_files WHERE user_id = :user AND reserved_at > :since
     ORDER BY reserved_at DESC, key LIMIT -1 OFFSET :most
   ) RETURNING key`,
);
const deleteReserved = statement<{ key: string }, { key: string }>(
  "DELETE FROM reserved_files WHERE key = :key RETURNING key",
);
const deleteReservedBefore = statement<{ before: Seconds }, { key: string }>(
  "DELETE FROM reserved_files WHERE reserved_at <= :before RETURNING key",
);
const oldestReserved = statement<NoParams, { reserved_at: Seconds | null }>(
  "SELECT min(reserved_at) AS reserved_at FROM reserved_files",
);
export const reservedAmong = statement<{ keys: string }, { key: string }>(
  "SELECT key FROM reserved_files WHERE key IN (SELECT value FROM json_each(:keys))",
);

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
  // Uploads don't report failure, but the oldest unfinished ones have most likely failed.
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
