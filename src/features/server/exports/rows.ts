import { type NoParams, statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Milliseconds } from "../../../util/time.ts";
import { archiveSchema, kindSchema } from "./archives/rows.ts";

type ExportState = "running" | "done" | "failed" | "deleted";

/**
 * An export as administrators see it. Its content is an archive (`archives/rows.ts`). Exports of earlier versions
 * consist of consecutive pieces of compressed lines of JSON.
 */
export interface ExportRow {
  readonly id: number;
  readonly acting_user_id: UserId;
  /** 1 is only public data. 2 includes private data of users who consent. */
  readonly export_type: 1 | 2;
  /** Secret part of the download URL. */
  readonly token: string;
  readonly started_at: Milliseconds;
  readonly ended_at: Milliseconds | null;
  readonly state: ExportState;
  /** Number and total size of the pieces of an export by an earlier version. */
  readonly pieces: number;
  readonly bytes: number;
}

const columns = "id, acting_user_id, export_type, token, started_at, ended_at, state, pieces, bytes";

export const schema = [
  `CREATE TABLE exports (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     acting_user_id INTEGER NOT NULL,
     export_type INTEGER NOT NULL,
     token TEXT NOT NULL UNIQUE,
     origin TEXT NOT NULL,
     started_at INTEGER NOT NULL,
     ended_at INTEGER,
     state TEXT NOT NULL DEFAULT 'running',
     newest_message INTEGER NOT NULL,
     at_table TEXT NOT NULL,
     after TEXT,
     pieces INTEGER NOT NULL DEFAULT 0,
     bytes INTEGER NOT NULL DEFAULT 0,
     failures INTEGER NOT NULL DEFAULT 0
   ) STRICT;`,
  archiveSchema,
  kindSchema,
];

export const allExports = statement<NoParams, ExportRow>(`SELECT ${columns} FROM exports ORDER BY id`);
export const exportById = statement<{ id: number }, ExportRow>(`SELECT ${columns} FROM exports WHERE id = :id`);
export const exportByToken = statement<{ token: string }, ExportRow>(
  `SELECT ${columns} FROM exports WHERE token = :token`,
);
export const exportsSince = statement<{ since: Milliseconds }, { count: number }>(
  "SELECT count(*) AS count FROM exports WHERE started_at > :since",
);
export const insertExport = statement<
  Pick<ExportRow, "acting_user_id" | "export_type" | "token" | "started_at"> & {
    /** Stored for older versions of the program, which used it to build the download URL. */
    origin: string;
  },
  ExportRow
>(
  `INSERT INTO exports (acting_user_id, export_type, token, origin, started_at, newest_message, at_table)
   VALUES (:acting_user_id, :export_type, :token, :origin, :started_at, 0, 'archive')
   RETURNING ${columns}`,
);
export const setExportState = statement<{ id: number; state: ExportState; ended_at: Milliseconds }>(
  "UPDATE exports SET state = :state, ended_at = :ended_at WHERE id = :id",
);
