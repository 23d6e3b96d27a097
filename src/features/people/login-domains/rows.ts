import { statement } from "../../../database/statement.ts";
import { additive } from "../../../realm/schema.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- Domains of which owners show by a DNS record that they are theirs: whose addresses they are, is led to a login service.
   CREATE TABLE login_domains (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     domain TEXT NOT NULL UNIQUE,
     token TEXT NOT NULL,
     -- When the record was first found, and when it was last looked for; null before that.
     verified_at INTEGER,
     checked_at INTEGER
   ) STRICT;`,
  additive(`-- When a verified domain is looked at next, and since when its record has been missing.
   ALTER TABLE login_domains ADD COLUMN recheck_at INTEGER;
   ALTER TABLE login_domains ADD COLUMN missing_since INTEGER;
   INSERT OR IGNORE INTO timers (name, due_at)
     SELECT 'login-domains', 0 FROM login_domains WHERE verified_at IS NOT NULL LIMIT 1;`),
];

export interface LoginDomainRow {
  readonly id: number;
  readonly domain: string;
  readonly token: string;
  readonly verified_at: Seconds | null;
  readonly checked_at: Seconds | null;
  readonly missing_since: Seconds | null;
}

const columns = "id, domain, token, verified_at, checked_at, missing_since";

export const allLoginDomains = statement<Record<string, never>, LoginDomainRow>(
  `SELECT ${columns} FROM login_domains ORDER BY id`,
);
export const loginDomainById = statement<{ id: number }, LoginDomainRow>(
  `SELECT ${columns} FROM login_domains WHERE id = :id`,
);
export const insertLoginDomain = statement<{ domain: string; token: string }, { id: number }>(
  "INSERT INTO login_domains (domain, token) VALUES (:domain, :token) RETURNING id",
);
export const setChecked = statement<
  Pick<LoginDomainRow, "id" | "verified_at" | "checked_at" | "missing_since"> & { recheck_at: Seconds }
>(
  `UPDATE login_domains SET verified_at = :verified_at, checked_at = :checked_at, missing_since = :missing_since,
     recheck_at = :recheck_at
   WHERE id = :id`,
);
/** The verified domain that is to be looked at next, and when. */
export const nextToCheck = statement<Record<string, never>, LoginDomainRow & { recheck_at: Seconds }>(
  `SELECT ${columns}, coalesce(recheck_at, 0) AS recheck_at FROM login_domains
   WHERE verified_at IS NOT NULL ORDER BY recheck_at, id LIMIT 1`,
);
export const deleteLoginDomain = statement<{ id: number }>("DELETE FROM login_domains WHERE id = :id");
