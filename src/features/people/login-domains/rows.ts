import { statement } from "../../../database/statement.ts";
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
];

export interface LoginDomainRow {
  readonly id: number;
  readonly domain: string;
  readonly token: string;
  readonly verified_at: Seconds | null;
  readonly checked_at: Seconds | null;
}

const columns = "id, domain, token, verified_at, checked_at";

export const allLoginDomains = statement<Record<string, never>, LoginDomainRow>(
  `SELECT ${columns} FROM login_domains ORDER BY id`,
);
export const loginDomainById = statement<{ id: number }, LoginDomainRow>(
  `SELECT ${columns} FROM login_domains WHERE id = :id`,
);
export const insertLoginDomain = statement<{ domain: string; token: string }, { id: number }>(
  "INSERT INTO login_domains (domain, token) VALUES (:domain, :token) RETURNING id",
);
export const setChecked = statement<{ id: number; verified_at: Seconds | null; checked_at: Seconds }>(
  "UPDATE login_domains SET verified_at = :verified_at, checked_at = :checked_at WHERE id = :id",
);
export const deleteLoginDomain = statement<{ id: number }>("DELETE FROM login_domains WHERE id = :id");
