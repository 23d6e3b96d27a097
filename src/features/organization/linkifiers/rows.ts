import { statement } from "../../../database/statement.ts";

export interface LinkifierRow {
  readonly id: number;
  readonly pattern: string;
  readonly url_template: string;
}

export const schema = [
  `CREATE TABLE linkifiers (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     pattern TEXT NOT NULL UNIQUE,
     url_template TEXT NOT NULL,
     position INTEGER NOT NULL
   ) STRICT;`,
];

export const allLinkifiers = statement<Record<string, never>, LinkifierRow>(
  "SELECT id, pattern, url_template FROM linkifiers ORDER BY position, id",
);
export const insertLinkifier = statement<{ pattern: string; url_template: string }, { id: number }>(
  // A row of the same pattern can exist only if it is ignored, since its template does not lead to the web.
  `INSERT OR REPLACE INTO linkifiers (pattern, url_template, position)
   SELECT :pattern, :url_template, coalesce(max(position), 0) + 1 FROM linkifiers RETURNING id`,
);
export const setLinkifier = statement<{ id: number; pattern: string; url_template: string }>(
  "UPDATE OR REPLACE linkifiers SET pattern = :pattern, url_template = :url_template WHERE id = :id",
);
export const deleteLinkifier = statement<{ id: number }>("DELETE FROM linkifiers WHERE id = :id");
export const setOrder = statement<{ ids: string }>(
  `UPDATE linkifiers SET position = (SELECT key FROM json_each(:ids) WHERE value = linkifiers.id)
   WHERE id IN (SELECT value FROM json_each(:ids))`,
);
