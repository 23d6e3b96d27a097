import type { BulkReader } from "../../../database/bulk-reader.ts";
import { sqlKey } from "../../../database/bulk-table.ts";
import { after, before, HOUR_MS, type Milliseconds } from "../../../util/time.ts";
import { auditActions, isAuditAction } from "./actions.ts";
import { type EntryRow, entryColumns } from "./rows.ts";

interface AuditQuery {
  readonly after_id?: number | undefined;
  readonly before_id?: number | undefined;
  /** Kind of actor. If undefined, `actor_id` is the id of an account. */
  readonly actor_type?: string | undefined;
  readonly actor_id?: number | undefined;
  /** Id of the account that acted or was acted on. */
  readonly person_id?: number | undefined;
  readonly entity_type?: string | undefined;
  readonly entity_id?: string | undefined;
  readonly actions?: readonly string[] | undefined;
  readonly result?: string | undefined;
  readonly since?: Milliseconds | undefined;
  readonly until?: Milliseconds | undefined;
  readonly ip?: string | undefined;
  readonly limit: number;
}

/** Returns the actions in a list of names, where `user.*` means a whole area. Undefined if a name is unknown. */
export function actionsNamed(names: readonly string[]): string[] | undefined {
  const found = new Set<string>();
  for (const name of names) {
    const some = name.endsWith(".*")
      ? auditActions.filter((action) => action.startsWith(name.slice(0, -1)))
      : [name].filter(isAuditAction);
    if (some.length === 0) return undefined;
    for (const action of some) found.add(action);
  }
  return [...found];
}

/** Greater than all ids. The keys of the next organization start here. */
const END = 2 ** 32;

const USUAL_RESULT = "success";
const IS_ACCOUNT = "actor_type IN ('user', 'bot')";

/** Tolerance for clocks that were set back between two entries, so that the later entry has the earlier time. */
const CLOCK_SLACK = HOUR_MS;

/**
 * Returns a page of entries, and whether more follow. Entries after `after_id` are oldest first, others newest first.
 *
 * However many entries exist, D1 reads only about one page of them: in key order, or in the order of an index in which
 * the rows of each value are in key order. Therefore, times only determine the range of keys, and are compared without
 * their index (`+at`). So is the organization (`+realm`), unless the query needs an index that starts with it.
 */
export async function findEntries(
  { realm, database }: BulkReader,
  wanted: AuditQuery,
): Promise<{ rows: EntryRow[]; hasMore: boolean }> {
  const { after_id, before_id, actions, since, until, limit } = wanted;
  const values: (string | number)[] = [realm];
  const place = (value: string | number) => `?${values.push(value)}`;
  const conditions: string[] = [];
  const where = (condition: (place: string) => string, value: string | number | undefined) => {
    if (value !== undefined) conditions.push(condition(place(value)));
  };
  const isOfRealm = "realm = CAST(?1 AS INTEGER)";
  const hasIndex =
    wanted.actor_id !== undefined ||
    wanted.person_id !== undefined ||
    wanted.entity_type !== undefined ||
    wanted.ip !== undefined ||
    (wanted.result !== undefined && wanted.result !== USUAL_RESULT) ||
    actions !== undefined;
  conditions.push(hasIndex ? isOfRealm : `+${isOfRealm}`);
  const keyAt = (time: Milliseconds, is: ">=" | "<") =>
    `(SELECT key FROM audit_entries WHERE ${isOfRealm} AND at ${is} CAST(${place(time)} AS INTEGER)
      ORDER BY at ${is === "<" ? "DESC" : "ASC"}, key ${is === "<" ? "DESC" : "ASC"} LIMIT 1)`;
  // SQLite seeks to the bounds, and reads all rows between them.
  const first = `${sqlKey(place(after_id ?? 0))} + 1`;
  conditions.push(
    `key >= ${since === undefined ? first : `max(${first}, ${keyAt(before(since, CLOCK_SLACK), ">=")})`}`,
  );
  const last = `${sqlKey(place(Math.min(before_id ?? END, END)))} - 1`;
  conditions.push(`key <= ${until === undefined ? last : `min(${last}, ${keyAt(after(until, CLOCK_SLACK), "<")})`}`);
  where((at) => `+at >= CAST(${at} AS INTEGER)`, since);
  where((at) => `+at < CAST(${at} AS INTEGER)`, until);
  where((at) => `actor_id = CAST(${at} AS INTEGER)`, wanted.actor_id);
  where((at) => `actor_type = ${at}`, wanted.actor_type);
  // Directory connections have a separate sequence of ids.
  if (wanted.actor_id !== undefined && wanted.actor_type === undefined) conditions.push(IS_ACCOUNT);
  where((at) => `entity_type = ${at}`, wanted.entity_type);
  where((at) => `entity_id = ${at}`, wanted.entity_id);
  where((at) => `action IN (SELECT value FROM json_each(${at}))`, actions && JSON.stringify(actions));
  where((at) => `result = ${at}`, wanted.result);
  // The index is partial, and SQLite only uses it if the query repeats the index's condition.
  if (wanted.result !== undefined && wanted.result !== USUAL_RESULT) conditions.push(`result <> '${USUAL_RESULT}'`);
  where((at) => `context ->> '$.fields.ip_address' = ${at}`, wanted.ip);
  const order = after_id === undefined ? "DESC" : "ASC";
  const page = `ORDER BY key ${order} LIMIT CAST(${place(limit + 1)} AS INTEGER)`;
  const columns = entryColumns.join(", ");
  const isFitting = conditions.join(" AND ");
  const keysOf = (isTheirs: string) =>
    `SELECT key FROM (SELECT key FROM audit_entries WHERE ${isFitting} AND ${isTheirs} ${page})`;
  const person = wanted.person_id;
  // Each role that an account can have in an entry has its own index.
  const isOnPage =
    person === undefined ? isFitting : `key IN (${personConditions(person, place).map(keysOf).join(" UNION ")})`;
  const { results } = await database
    .prepare(`SELECT ${columns} FROM audit_entries WHERE ${isOnPage} ${page}`)
    .bind(...values)
    .all<EntryRow>();
  return { rows: results.slice(0, limit), hasMore: results.length > limit };
}

/** Returns a condition for each role of an account in an entry: as the actor, or as the user or bot acted on. */
function personConditions(id: number, place: (value: string | number) => string): string[] {
  const asText = place(String(id));
  const isAbout = ["user", "bot"].map((type) => `entity_type = '${type}' AND entity_id = ${asText}`);
  return [`actor_id = CAST(${place(id)} AS INTEGER) AND ${IS_ACCOUNT}`, ...isAbout];
}
