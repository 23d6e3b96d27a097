import { type NoParams, statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

/** An export is `waiting` until a second owner confirms it. */
export type State = "waiting" | "running" | "done" | "failed" | "ended";

/**
 * An export of messages for a court or an investigation. Rows stay, so that there is always a record of what was
 * exported.
 */
export interface ComplianceRow {
  readonly id: number;
  readonly state: State;
  readonly started_by: UserId;
  readonly started_at: Seconds;
  readonly confirmed_by: UserId | null;
  readonly confirmed_at: Seconds | null;
  readonly ended_at: Seconds | null;
  /** Range of sending times. Null if it is open at that end. */
  readonly sent_from: Seconds | null;
  readonly sent_until: Seconds | null;
  /** JSON arrays of user ids, and of channel ids. */
  readonly people: string;
  readonly channels: string;
  /** Id of the hold to export, if any. Users, channels and times then filter its messages. */
  readonly hold_id: number | null;
  readonly reason: string;
}

const columns = `id, state, started_by, started_at, confirmed_by, confirmed_at, ended_at, sent_from, sent_until, people, channels,
  hold_id, reason`;

export const schema = [
  `CREATE TABLE compliance_exports (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     state TEXT NOT NULL,
     started_by INTEGER NOT NULL,
     started_at INTEGER NOT NULL,
     confirmed_by INTEGER,
     confirmed_at INTEGER,
     ended_at INTEGER,
     sent_from INTEGER,
     sent_until INTEGER,
     people TEXT NOT NULL,
     channels TEXT NOT NULL,
     reason TEXT NOT NULL
   ) STRICT;`,
  "ALTER TABLE compliance_exports ADD COLUMN hold_id INTEGER;",
  `-- When users last became or ceased to be owners, through their role or because their account came or went.
   CREATE TABLE owner_changes (user_id INTEGER PRIMARY KEY, changed_at INTEGER NOT NULL) STRICT;`,
];

export const insertExport = statement<
  Omit<ComplianceRow, "id" | "confirmed_by" | "confirmed_at" | "ended_at">,
  ComplianceRow
>(
  `INSERT INTO compliance_exports (state, started_by, started_at, sent_from, sent_until, people, channels, hold_id, reason)
   VALUES (:state, :started_by, :started_at, :sent_from, :sent_until, :people, :channels, :hold_id, :reason)
   RETURNING ${columns}`,
);
export const exportById = statement<{ id: number }, ComplianceRow>(
  `SELECT ${columns} FROM compliance_exports WHERE id = :id`,
);
export const newestExports = statement<{ most: number }, ComplianceRow>(
  `SELECT ${columns} FROM (SELECT * FROM compliance_exports ORDER BY id DESC LIMIT :most) ORDER BY id`,
);
export const openExports = statement<NoParams, { count: number }>(
  "SELECT count(*) AS count FROM compliance_exports WHERE state IN ('waiting', 'running')",
);
export const openExportsOf = statement<{ hold: number }, ComplianceRow>(
  `SELECT ${columns} FROM compliance_exports WHERE state IN ('waiting', 'running') AND hold_id = :hold`,
);
export const waitingExports = statement<NoParams, ComplianceRow>(
  `SELECT ${columns} FROM compliance_exports WHERE state = 'waiting'`,
);
export const putOwnerChange = statement<{ user: UserId; now: Seconds }>(
  `INSERT INTO owner_changes (user_id, changed_at) VALUES (:user, :now)
   ON CONFLICT (user_id) DO UPDATE SET changed_at = excluded.changed_at`,
);
export const ownerChangeOf = statement<{ user: UserId }, { changed_at: Seconds }>(
  "SELECT changed_at FROM owner_changes WHERE user_id = :user",
);
export const ownersChangedSince = statement<{ since: Seconds }, { user_id: UserId }>(
  "SELECT user_id FROM owner_changes WHERE changed_at > :since",
);
export const exportsSince = statement<{ since: Seconds }, { count: number }>(
  "SELECT count(*) AS count FROM compliance_exports WHERE started_at > :since",
);
export const setConfirmed = statement<{ id: number; by: UserId; now: Seconds }>(
  "UPDATE compliance_exports SET state = 'running', confirmed_by = :by, confirmed_at = :now WHERE id = :id",
);
export const setState = statement<{ id: number; state: State; now: Seconds }>(
  "UPDATE compliance_exports SET state = :state, ended_at = :now WHERE id = :id",
);
