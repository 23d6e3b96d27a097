import { statement } from "../../../database/statement.ts";

export interface DomainRow {
  readonly id: number;
  readonly domain: string;
  readonly allow_subdomains: number;
}

export const schema = [
  `CREATE TABLE domains (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     domain TEXT NOT NULL UNIQUE,
     allow_subdomains INTEGER NOT NULL
   ) STRICT;`,
];

export const allDomains = statement<Record<string, never>, DomainRow>(
  "SELECT id, domain, allow_subdomains FROM domains ORDER BY domain",
);
export const insertDomain = statement<{ domain: string; allow_subdomains: boolean }, { id: number }>(
  "INSERT INTO domains (domain, allow_subdomains) VALUES (:domain, :allow_subdomains) RETURNING id",
);
export const setAllowSubdomains = statement<{ id: number; allow_subdomains: boolean }>(
  "UPDATE domains SET allow_subdomains = :allow_subdomains WHERE id = :id",
);
export const deleteDomain = statement<{ id: number }>("DELETE FROM domains WHERE id = :id");
