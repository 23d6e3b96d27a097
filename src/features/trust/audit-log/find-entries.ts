import type { BulkReader } from "../../../database/bulk-reader.ts";
import { keyOf } from "../../../database/bulk-table.ts";
import type { Milliseconds } from "../../../util/time.ts";
import { auditActions, isAuditAction } from "./actions.ts";
import { type EntryRow, entryColumns } from "./rows.ts";

/** The entries that are wanted: those to which all of this applies. */
interface Wanted {
  readonly after_id?: number | undefined;
  readonly before_id?: number | undefined;
  readonly actor_id?: number | undefined;
  readonly entity_type?: string | undefined;
  readonly entity_id?: string | undefined;
  readonly actions?: readonly string[] | undefined;
  readonly result?: string | undefined;
  readonly since?: Milliseconds | undefined;
  readonly until?: Milliseconds | undefined;
  readonly ip?: string | undefined;
  readonly limit: number;
}

/** The actions that a list names, in which `user.*` stands for all of an area; undefined where a name is of none. */
export function actionsNamed(names: readonly string[]): string[] | undefined {
  const found = new Set<string>();
  for (const name of names) {
    const some = name.endsWith(".*")
      ? Object.keys(auditActions).filter((action) => action.startsWith(name.slice(0, -1)))
      : [name].filter(isAuditAction);
    if (some.length === 0) return undefined;
    for (const action of some) found.add(action);
  }
  return [...found];
}

/** A page of entries, and whether there are more behind it: the oldest first where they follow an entry, else the newest first. */
export async function findEntries(
  { realm, database }: BulkReader,
  wanted: Wanted,
): Promise<{ rows: EntryRow[]; hasMore: boolean }> {
  const values: (string | number)[] = [];
  const conditions: string[] = [];
  const where = (condition: (place: string) => string, value: string | number | undefined) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`?${values.length}`));
  };
  const { after_id, before_id, actions, limit } = wanted;
  where((at) => `key > CAST(${at} AS INTEGER)`, keyOf(realm, after_id ?? 0));
  where((at) => `key < CAST(${at} AS INTEGER)`, keyOf(realm, before_id ?? 2 ** 32 - 1));
  where((at) => `realm = CAST(${at} AS INTEGER)`, realm);
  where((at) => `actor_id = CAST(${at} AS INTEGER)`, wanted.actor_id);
  where((at) => `entity_type = ${at}`, wanted.entity_type);
  where((at) => `entity_id = ${at}`, wanted.entity_id);
  where((at) => `action IN (SELECT value FROM json_each(${at}))`, actions && JSON.stringify(actions));
  where((at) => `result = ${at}`, wanted.result);
  where((at) => `at >= CAST(${at} AS INTEGER)`, wanted.since);
  where((at) => `at < CAST(${at} AS INTEGER)`, wanted.until);
  where((at) => `context ->> '$.fields.ip_address' = ${at}`, wanted.ip);
  const order = after_id === undefined ? "DESC" : "ASC";
  values.push(limit + 1);
  const { results } = await database
    .prepare(
      `SELECT ${entryColumns.join(", ")} FROM audit_entries WHERE ${conditions.join(" AND ")}
       ORDER BY key ${order} LIMIT CAST(?${values.length} AS INTEGER)`,
    )
    .bind(...values)
    .all<EntryRow>();
  return { rows: results.slice(0, limit), hasMore: results.length > limit };
}
