import { type NoParams, statement } from "../../../../database/statement.ts";
import type { Seconds } from "../../../../util/time.ts";

export const schema = [
  `-- Where new audit entries are sent. At most one row.
   CREATE TABLE audit_destination (
     -- New for each URL, so that deliveries to an earlier one stop.
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     -- Sealed, because a collector's URL can contain a key.
     url TEXT NOT NULL,
     secret TEXT NOT NULL,
     user_id INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     -- The last entry that was delivered.
     delivered_id INTEGER NOT NULL,
     delivered_at INTEGER,
     failing_since INTEGER,
     last_error TEXT,
     -- Whether owners were notified of the failure.
     is_told INTEGER NOT NULL DEFAULT 0
   ) STRICT;`,
];

export interface DestinationRow {
  readonly id: number;
  readonly url: string;
  readonly secret: string;
  readonly user_id: number;
  readonly created_at: Seconds;
  readonly delivered_id: number;
  readonly delivered_at: Seconds | null;
  readonly failing_since: Seconds | null;
  readonly last_error: string | null;
  readonly is_told: number;
}

export const readDestination = statement<NoParams, DestinationRow>(
  `SELECT id, url, secret, user_id, created_at, delivered_id, delivered_at, failing_since, last_error, is_told
   FROM audit_destination`,
);
export type NewDestination = Omit<DestinationRow, "id" | "failing_since" | "last_error" | "is_told">;
export const insertDestination = statement<NewDestination, Pick<DestinationRow, "id">>(
  `INSERT INTO audit_destination (url, secret, user_id, created_at, delivered_id, delivered_at)
   VALUES (:url, :secret, :user_id, :created_at, :delivered_id, :delivered_at) RETURNING id`,
);
export const deleteDestination = statement("DELETE FROM audit_destination");
export const setDelivered = statement<{ id: number; delivered_id: number; at: Seconds }>(
  `UPDATE audit_destination SET delivered_id = :delivered_id, delivered_at = :at, failing_since = NULL, last_error = NULL,
     is_told = 0 WHERE id = :id`,
);
export const setFailing = statement<{ id: number; since: Seconds; error: string; is_told: number }>(
  "UPDATE audit_destination SET failing_since = :since, last_error = :error, is_told = :is_told WHERE id = :id",
);
