import { statement } from "../../../database/statement.ts";

/** Many people to a row, [user, active, idle, update] each: a ping must not cost a row of its own. */
export const schema = [`CREATE TABLE presence_pages (page INTEGER PRIMARY KEY, entries TEXT NOT NULL) STRICT;`];

export const allPages = statement<Record<string, never>, { page: number; entries: string }>(
  "SELECT page, entries FROM presence_pages",
);
export const putPage = statement<{ page: number; entries: string }>(
  `INSERT INTO presence_pages (page, entries) VALUES (:page, :entries)
   ON CONFLICT (page) DO UPDATE SET entries = excluded.entries`,
);
