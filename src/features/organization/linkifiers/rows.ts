import { statement } from "../../../database/statement.ts";

export interface LinkifierRow {
  readonly id: number;
  readonly pattern: string;
  readonly url_template: string;
  /** A text that the pattern matches, in the form in which people write it. */
  readonly example_input: string | null;
  /** The text to write in place of an address of the linkifier, with the names of groups in braces. */
  readonly reverse_template: string | null;
  /** JSON: other forms of the addresses, as templates. */
  readonly alternative_url_templates: string;
}

export const schema = [
  `CREATE TABLE linkifiers (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     pattern TEXT NOT NULL UNIQUE,
     url_template TEXT NOT NULL,
     position INTEGER NOT NULL
   ) STRICT;`,
  `ALTER TABLE linkifiers ADD COLUMN example_input TEXT;
   ALTER TABLE linkifiers ADD COLUMN reverse_template TEXT;
   ALTER TABLE linkifiers ADD COLUMN alternative_url_templates TEXT NOT NULL DEFAULT '[]';`,
];

type Values = Omit<{ -readonly [Name in keyof LinkifierRow]: LinkifierRow[Name] }, "id">;
const columns = "pattern, url_template, example_input, reverse_template, alternative_url_templates";

export const allLinkifiers = statement<Record<string, never>, LinkifierRow>(
  `SELECT id, ${columns} FROM linkifiers ORDER BY position, id`,
);
export const insertLinkifier = statement<Values, { id: number }>(
  // A row of the same pattern can exist only if it is ignored, since its template does not lead to the web.
  `INSERT OR REPLACE INTO linkifiers (${columns}, position)
   SELECT :pattern, :url_template, :example_input, :reverse_template, :alternative_url_templates,
     coalesce(max(position), 0) + 1
   FROM linkifiers RETURNING id`,
);
export const setLinkifier = statement<Values & { id: number }>(
  `UPDATE OR REPLACE linkifiers SET pattern = :pattern, url_template = :url_template, example_input = :example_input,
     reverse_template = :reverse_template, alternative_url_templates = :alternative_url_templates
   WHERE id = :id`,
);
export const deleteLinkifier = statement<{ id: number }>("DELETE FROM linkifiers WHERE id = :id");
export const setOrder = statement<{ ids: string }>(
  `UPDATE linkifiers SET position = (SELECT key FROM json_each(:ids) WHERE value = linkifiers.id)
   WHERE id IN (SELECT value FROM json_each(:ids))`,
);
