import { statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";

/** A deletion of a deactivated account: its parts, and how far it has come. */
export interface DeletionRow {
  readonly id: number;
  readonly user_id: UserId;
  readonly public_channels: number;
  readonly private_channels: number;
  readonly directs: number;
  readonly profile: number;
  /** The id up to which its messages have been looked at. */
  readonly gone: number;
  /** The newest message of when the deletion was asked for. */
  readonly last: number;
  /** The entry of the audit log up to which they were taken out of it. */
  readonly audit_gone: number;
  /** JSON: the name and the address that a person had who was erased; null where none was. */
  readonly former: string | null;
}

export const schema = [
  `-- Accounts of which something is being deleted, in the order in which that happens.
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

/** Adds a deletion. One of the same account that is under way begins again, with what is asked for now as well. */
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
