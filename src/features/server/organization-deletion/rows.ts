import { BulkStore } from "../../../database/bulk-store.ts";
import type { BulkTable } from "../../../database/bulk-table.ts";
import type { BulkDatabase } from "../../../database/databases.ts";
import { forgetFacts } from "../../../database/push-organizations.ts";
import { forgetFillingBy } from "../../../database/storage-warnings.ts";
import { forgetReport } from "../../../database/stored-reports.ts";
import { dropReport } from "../../../metrics/reports.ts";
import { seconds } from "../../../util/time.ts";

/** Maximum rows per deletion, and deletions per call. The free plan's limit is 50 statements per call. */
const MAX_ROWS = 500;
const PORTIONS = 6;

interface Numbered {
  readonly number: number;
  readonly subdomain: string;
}

/** Returns the name that `retireNumber` gives a retired number. No subdomain contains a tilde. */
const retiredName = ({ number, subdomain }: Numbered): string => `${subdomain}~${number}`;

const RETIRE = `INSERT INTO organizations (id, subdomain, created_at) VALUES (CAST(?1 AS INTEGER), ?2, unixepoch())
  ON CONFLICT (id) DO UPDATE SET subdomain = excluded.subdomain WHERE organizations.subdomain = ?3`;
const DELETE_ORGANIZATION = "DELETE FROM organizations WHERE id = ?1 AND subdomain = ?2";

/** Retires an organization id in all databases, except where it belongs to another organization. */
export async function retire(all: readonly BulkDatabase[], one: Numbered): Promise<void> {
  for (const { database } of all) {
    await database.prepare(RETIRE).bind(one.number, retiredName(one), one.subdomain).run();
  }
}

export async function deleteNumber(all: readonly BulkDatabase[], one: Numbered): Promise<void> {
  for (const { database } of all) await database.prepare(DELETE_ORGANIZATION).bind(one.number, retiredName(one)).run();
  dropReport(one.number);
  const [first] = all;
  if (first === undefined) return;
  await forgetReport(first.database, one.number);
  await forgetFacts(first.database, one.number);
  await forgetFillingBy(first.database, one.number);
}

export async function retiredNumbers(all: readonly BulkDatabase[], subdomain: string): Promise<number[]> {
  const found = await Promise.all(
    all.map(({ database }) =>
      database
        .prepare("SELECT id FROM organizations WHERE subdomain = ?1 || '~' || id")
        .bind(subdomain)
        .all<{ id: number }>(),
    ),
  );
  return [...new Set(found.flatMap(({ results }) => results.map(({ id }) => id)))];
}

/** Deletes a batch of an organization's rows from the databases. Returns the number of deleted rows. */
export async function removeRows(
  all: readonly BulkDatabase[],
  tables: readonly BulkTable[],
  one: Numbered,
): Promise<number> {
  let rows = 0;
  let portions = 0;
  for (const { database } of all) {
    const owner = { id: one.number, subdomain: retiredName(one), created_at: seconds(0) };
    const store = new BulkStore(database, owner);
    for (const table of tables) {
      for (let removed = MAX_ROWS; removed === MAX_ROWS && portions < PORTIONS; portions += removed > 0 ? 1 : 0) {
        removed = await store.removeSome(table, MAX_ROWS);
        rows += removed;
      }
    }
  }
  return rows;
}
