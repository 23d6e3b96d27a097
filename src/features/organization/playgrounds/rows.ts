import { statement } from "../../../database/statement.ts";

export interface PlaygroundRow {
  readonly id: number;
  readonly name: string;
  readonly pygments_language: string;
  readonly url_template: string;
}

export const schema = [
  `CREATE TABLE playgrounds (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL,
     pygments_language TEXT NOT NULL,
     url_template TEXT NOT NULL,
     UNIQUE (pygments_language, name)
   ) STRICT;`,
];

export const allPlaygrounds = statement<Record<string, never>, PlaygroundRow>(
  "SELECT id, name, pygments_language, url_template FROM playgrounds ORDER BY id",
);
export const insertPlayground = statement<
  { name: string; pygments_language: string; url_template: string },
  { id: number }
>(
  // A row of the same name can exist only if it is ignored, since its template does not lead to the web.
  `INSERT OR REPLACE INTO playgrounds (name, pygments_language, url_template)
   VALUES (:name, :pygments_language, :url_template) RETURNING id`,
);
export const deletePlayground = statement<{ id: number }, { id: number }>(
  "DELETE FROM playgrounds WHERE id = :id RETURNING id",
);
