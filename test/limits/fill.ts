import { inside } from "../support/messages.ts";
import { evict } from "../support/object.ts";
import type { Person } from "../support/person.ts";

/** Rows of a table, as SQL: what is in their columns, where `i` counts them, and which others count as such too. */
export interface Rows {
  readonly table: string;
  readonly columns: Readonly<Record<string, string | number>>;
  readonly where?: string;
}

/** Fills a table of an organization's own database until there are so many rows of a kind. */
export async function fillTo(who: Person, rows: Rows, number: number): Promise<void> {
  const { table, columns, where = "true" } = rows;
  const missing = number - (await countOf(who, table, where));
  await inside(who, (realm) =>
    realm.change(() =>
      realm.sql.exec(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${missing})
         INSERT INTO ${table} (${Object.keys(columns).join(", ")})
         SELECT ${Object.values(columns).join(", ")} FROM n`,
      ),
    ),
  );
  // What is kept in memory knows nothing of it.
  await evict(who);
}

export const countOf = (who: Person, table: string, where = "true"): Promise<number> =>
  inside(who, ({ sql }) => Number(sql.exec(`SELECT count(*) AS count FROM ${table} WHERE ${where}`).one().count));
