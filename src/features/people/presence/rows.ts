import { statement } from "../../../database/statement.ts";

/** Each row holds many users as a JSON list of [user, active, idle, update], so that a ping needn't write a row. */
export const schema = [`CREATE TABLE presence_pages (page INTEGER PRIMARY KEY, entries TEXT NOT NULL) STRICT;`];

export const allPages = statement<Record<string, never>, { page: number; entries: string }>(
  "SELECT page, entries FROM presence_pages",
);
export const putPage = statement<{ page: number; entries: string }>(
  `INSERT INTO presence_pages (page, entries) VALUES (:page, :entries)
   ON CONFLICT (page) DO UPDATE SET entries = excluded.entries`,
);
