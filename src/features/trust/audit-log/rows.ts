import type { BulkTable } from "../../../database/bulk-table.ts";
import { type ColumnsOf, type NoParams, statement } from "../../../database/statement.ts";
import { unshippedTriggers } from "../../../realm/replication/shipping-tables.ts";
import { additive } from "../../../realm/schema.ts";
import type { Milliseconds } from "../../../util/time.ts";

/** An entry as stored in the realm and D1. Its erasable fields are JSON (`erasableSchema`). */
export interface EntryRow {
  readonly id: number;
  readonly at: Milliseconds;
  readonly action: string;
  readonly result: string;
  readonly actor_type: string;
  readonly actor_id: number | null;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly personal: string;
  readonly context: string;
  readonly details: string;
}

export const entryColumns = [
  "id",
  "at",
  "action",
  "result",
  "actor_type",
  "actor_id",
  "entity_type",
  "entity_id",
  "personal",
  "context",
  "details",
] as const satisfies readonly (keyof EntryRow)[];

export const entriesInBulk: BulkTable = { name: "audit_entries", key: ["id"], columns: entryColumns, integerKey: true };

/** True for an entry whose context isn't erased. */
const HAS_CONTEXT = "context NOT LIKE '{\"erased\"%'";

export const schema = [
  `CREATE TABLE audit_entries (
     -- Without gaps, starting at 1.
     id INTEGER PRIMARY KEY,
     at INTEGER NOT NULL,
     action TEXT NOT NULL,
     result TEXT NOT NULL,
     actor_type TEXT NOT NULL,
     actor_id INTEGER,
     entity_type TEXT NOT NULL,
     entity_id TEXT NOT NULL,
     personal TEXT NOT NULL,
     context TEXT NOT NULL,
     details TEXT NOT NULL
   ) STRICT;
   CREATE INDEX audit_entries_with_context ON audit_entries (id) WHERE ${HAS_CONTEXT};
   ${unshippedTriggers(entriesInBulk)}
   -- The hash tree over the entries (tree.ts).
   CREATE TABLE audit_hashes (id INTEGER PRIMARY KEY, leaf BLOB NOT NULL, node BLOB NOT NULL) STRICT;`,
  additive(`-- One row: the last entry deleted because of its age, and the time before which all deleted ones were written.
   CREATE TABLE audit_expired (last INTEGER NOT NULL, before INTEGER NOT NULL) STRICT;
   INSERT INTO audit_expired (last, before) SELECT
     coalesce((SELECT min(id) - 1 FROM audit_entries), (SELECT max(id) FROM audit_hashes), 0),
     min(coalesce((SELECT at FROM audit_entries ORDER BY id LIMIT 1), 9e15), unixepoch() * 1000 - 7776000000)`),
  "CREATE INDEX audit_email_changes ON audit_entries (entity_id) WHERE action = 'user.email_changed'",
];

export const selectExpired = statement<NoParams, { last: number; before: Milliseconds }>(
  "SELECT last, before FROM audit_expired",
);

export const setExpired = statement<{ last: number; before: Milliseconds }>(
  "UPDATE audit_expired SET last = max(last, :last), before = max(before, :before)",
);

export const newestEntry = statement<NoParams, { id: number }>("SELECT coalesce(max(id), 0) AS id FROM audit_hashes");

export const insertEntry = statement<ColumnsOf<EntryRow>>(
  `INSERT INTO audit_entries (${entryColumns.join(", ")}) VALUES (${entryColumns.map((name) => `:${name}`).join(", ")})`,
);

export const insertHashes = statement<{ id: number; leaf: Uint8Array; node: Uint8Array }>(
  "INSERT INTO audit_hashes (id, leaf, node) VALUES (:id, :leaf, :node)",
);

export const hashesAt = statement<{ id: number }, { leaf: ArrayBuffer; node: ArrayBuffer }>(
  "SELECT leaf, node FROM audit_hashes WHERE id = :id",
);

/** Selects the oldest entries before a time that still have their context. */
export const withContextBefore = statement<{ at: Milliseconds; most: number }, Pick<EntryRow, "id" | "context">>(
  `SELECT id, context FROM audit_entries WHERE ${HAS_CONTEXT} AND at < :at ORDER BY id LIMIT CAST(:most AS INTEGER)`,
);

export const firstWithContext = statement<NoParams, Pick<EntryRow, "at">>(
  `SELECT at FROM audit_entries WHERE ${HAS_CONTEXT} ORDER BY id LIMIT 1`,
);

export const setContext = statement<{ id: number; context: string }>(
  "UPDATE audit_entries SET context = :context WHERE id = :id",
);

export const entriesBetween = statement<{ after: number; last: number }, EntryRow>(
  `SELECT ${entryColumns.join(", ")} FROM audit_entries WHERE id > :after AND id <= :last ORDER BY id`,
);

export const emailChangesOf = statement<{ id: string }, Pick<EntryRow, "details">>(
  `SELECT details FROM audit_entries
   WHERE action = 'user.email_changed' AND entity_type IN ('user', 'bot') AND entity_id = :id`,
);

export const setErasable = statement<Pick<EntryRow, "id" | "personal" | "context" | "details">>(
  "UPDATE audit_entries SET personal = :personal, context = :context, details = :details WHERE id = :id",
);

export const firstEntry = statement<NoParams, Pick<EntryRow, "at">>("SELECT at FROM audit_entries ORDER BY id LIMIT 1");

export const deleteEntriesBefore = statement<{ at: Milliseconds; most: number }, Pick<EntryRow, "id">>(
  `DELETE FROM audit_entries WHERE at < :at AND id IN (
     SELECT id FROM audit_entries ORDER BY id LIMIT CAST(:most AS INTEGER)
   ) RETURNING id`,
);
