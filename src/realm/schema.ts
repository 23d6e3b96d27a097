import { type Sql, statement } from "../database/statement.ts";

/** A feature's tables, as steps that are only ever appended: step n has run in every realm that is older. */
export interface Schema {
  readonly feature: string;
  readonly steps: readonly string[];
}

const recorded = statement<{ feature: string }, { step: number; fingerprint: string }>(
  "SELECT step, fingerprint FROM schema_steps WHERE feature = :feature ORDER BY step",
);
const record = statement<{ feature: string; step: number; fingerprint: string }>(
  "INSERT INTO schema_steps (feature, step, fingerprint) VALUES (:feature, :step, :fingerprint)",
);
const tableNamed = statement<{ name: string }, { name: string }>(
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name = :name",
);

/** Whether this realm has ever been given its tables; asking writes nothing, so that a mistyped host costs nothing. */
export const hasSchema = (sql: Sql) => tableNamed.first(sql, { name: "schema_steps" }) !== undefined;

/** Brings the realm's tables up to date; refuses a realm that a newer program has written, or changed history. */
export function migrate(sql: Sql, schemas: readonly Schema[]): void {
  sql.exec(
    `CREATE TABLE IF NOT EXISTS schema_steps (
       feature TEXT NOT NULL, step INTEGER NOT NULL, fingerprint TEXT NOT NULL, PRIMARY KEY (feature, step)
     ) STRICT, WITHOUT ROWID`,
  );
  for (const { feature, steps } of schemas) {
    const done = recorded.all(sql, { feature });
    if (done.length > steps.length) {
      throw new Error(`schema of ${feature}: this realm has ${done.length} steps, this program knows ${steps.length}`);
    }
    for (const [index, text] of steps.entries()) {
      const print = fingerprint(text);
      const old = done[index];
      if (old !== undefined && old.fingerprint !== print) {
        throw new Error(`schema of ${feature}: step ${index} is not the one that this realm was built with`);
      }
      if (old === undefined) {
        sql.exec(text);
        record.run(sql, { feature, step: index, fingerprint: print });
      }
    }
  }
}

/** FNV-1a over the words, so that layout and comments may change. */
export function fingerprint(text: string): string {
  const words = text
    .replace(/--[^\n]*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  let hash = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words.charCodeAt(i), 0x01000193) >>> 0;
  return `${words.length}-${hash.toString(16)}`;
}
