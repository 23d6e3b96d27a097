import { inRealm } from "../support/messages.ts";
import { evict } from "../support/object.ts";
import type { Person } from "../support/person.ts";

/**
 * Rows of a table as SQL: the columns' values in terms of the row number `i`, and a condition for the rows that count.
 */
export interface Rows {
  readonly table: string;
  readonly columns: Readonly<Record<string, string | number>>;
  readonly where?: string;
}

/** Inserts rows into a table of an organization's own database until `number` of them exist. */
export async function fillTable(who: Person, rows: Rows, number: number): Promise<void> {
  const { table, columns, where = "true" } = rows;
  const missing = number - (await countRows(who, table, where));
  await inRealm(who, (realm) =>
    realm.change(() =>
      realm.sql.exec(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${missing})
         INSERT INTO ${table} (${Object.keys(columns).join(", ")})
         SELECT ${Object.values(columns).join(", ")} FROM n`,
      ),
    ),
  );
  // In-memory caches are stale now.
  await evict(who);
}

export const countRows = (who: Person, table: string, where = "true"): Promise<number> =>
  inRealm(who, ({ sql }) => Number(sql.exec(`SELECT count(*) AS count FROM ${table} WHERE ${where}`).one()["count"]));
