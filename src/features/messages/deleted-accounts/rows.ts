import { statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";

export interface DeletionRow {
  readonly id: number;
  readonly user_id: UserId;
  readonly public_channels: number;
  readonly private_channels: number;
  readonly directs: number;
  readonly profile: number;
  /** Highest message id that has been checked. */
  readonly gone: number;
  /** Newest message when the deletion was requested. */
  readonly last: number;
  /** Last audit log entry that the user has been removed from. */
  readonly audit_gone: number;
  /** JSON: former name and email address of an erased user; null otherwise. */
  readonly former: string | null;
}

export const schema = [
  `-- Accounts with deletions in progress, in the order in which they are processed.
   CREATE TABLE account_deletions (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL UNIQUE,
     public_channels INTEGER NOT NULL,
     private_channels INTEGER NOT NULL,
     directs INTEGER NOT NULL,
     profile INTEGER NOT NULL,
     gone INTEGER NOT NULL,
     last INTEGER NOT NULL
   ) STRICT;`,
  "ALTER TABLE account_deletions ADD COLUMN audit_gone INTEGER NOT NULL DEFAULT 0;",
  "ALTER TABLE account_deletions ADD COLUMN former TEXT;",
];

/** Inserts a deletion. If one is in progress for the same account, it restarts and includes the new request. */
export const insertDeletion = statement<{
  user: number;
  public_channels: boolean;
  private_channels: boolean;
  directs: boolean;
  profile: boolean;
  former: string | null;
  last: number;
}>(
  `INSERT INTO account_deletions (user_id, public_channels, private_channels, directs, profile, former, gone, last)
   VALUES (:user, :public_channels, :private_channels, :directs, :profile, :former, 0, :last)
   ON CONFLICT (user_id) DO UPDATE SET public_channels = max(public_channels, excluded.public_channels),
     private_channels = max(private_channels, excluded.private_channels), directs = max(directs, excluded.directs),
     profile = max(profile, excluded.profile), former = coalesce(former, excluded.former), gone = 0, audit_gone = 0,
     last = excluded.last`,
);
export const nextDeletion = statement<Record<string, never>, DeletionRow>(
  `SELECT id, user_id, public_channels, private_channels, directs, profile, gone, last, audit_gone, former
   FROM account_deletions
   ORDER BY id LIMIT 1`,
);
export const setGone = statement<{ id: number; gone: number }>(
  "UPDATE account_deletions SET gone = :gone WHERE id = :id",
);
export const setAuditGone = statement<{ id: number; gone: number }>(
  "UPDATE account_deletions SET audit_gone = :gone WHERE id = :id",
);
export const endDeletion = statement<{ user: number }>("DELETE FROM account_deletions WHERE user_id = :user");
