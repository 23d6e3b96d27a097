import type { BulkReader } from "../../../database/bulk-reader.ts";
import { sqlKey } from "../../../database/bulk-table.ts";
import { after, before, HOUR_MS, type Milliseconds } from "../../../util/time.ts";
import { auditActions, isAuditAction } from "./actions.ts";
import { type EntryRow, entryColumns } from "./rows.ts";

/** The entries that are wanted: those to which all of this applies. */
interface AuditQuery {
  readonly after_id?: number | undefined;
  readonly before_id?: number | undefined;
  /** The kind of who has acted. A number alone is that of an account. */
  readonly actor_type?: string | undefined;
  readonly actor_id?: number | undefined;
  /** An account that has acted, or that it was done to. */
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

/** Above all ids: what would follow is another organization's. */
const END = 2 ** 32;

const USUAL_RESULT = "success";
const IS_ACCOUNT = "actor_type IN ('user', 'bot')";

/** The time by which the clock may have been set back between two entries, so that the later one has the earlier time. */
const CLOCK_SLACK = HOUR_MS;

/**
 * A page of entries, and whether there are more behind it: the oldest first where they follow an entry, else the newest first.
 *
 * However many entries there are, D1 reads about as many as the page has: in the order of keys, or in that of an index whose
 * entries of one value are in the order of keys. Times are therefore compared without their index (`+at`), which alone says
 * between which keys to look; and so is the organization (`+realm`) where no index that begins with it is wanted.
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
  // SQLite looks between two bounds alone, and reads all rows between these.
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
  // Connections of directories have numbers of their own.
  if (wanted.actor_id !== undefined && wanted.actor_type === undefined) conditions.push(IS_ACCOUNT);
  where((at) => `entity_type = ${at}`, wanted.entity_type);
  where((at) => `entity_id = ${at}`, wanted.entity_id);
  where((at) => `action IN (SELECT value FROM json_each(${at}))`, actions && JSON.stringify(actions));
  where((at) => `result = ${at}`, wanted.result);
  // The index has the others alone, which SQLite has to read to know that it may take it.
  if (wanted.result !== undefined && wanted.result !== USUAL_RESULT) conditions.push(`result <> '${USUAL_RESULT}'`);
  where((at) => `context ->> '$.fields.ip_address' = ${at}`, wanted.ip);
  const order = after_id === undefined ? "DESC" : "ASC";
  const page = `ORDER BY key ${order} LIMIT CAST(${place(limit + 1)} AS INTEGER)`;
  const columns = entryColumns.join(", ");
  const isFitting = conditions.join(" AND ");
  const keysOf = (isTheirs: string) =>
    `SELECT key FROM (SELECT key FROM audit_entries WHERE ${isFitting} AND ${isTheirs} ${page})`;
  const person = wanted.person_id;
  // Each way to be in an entry has an index of its own.
  const isOnPage =
    person === undefined ? isFitting : `key IN (${personConditions(person, place).map(keysOf).join(" UNION ")})`;
  const { results } = await database
    .prepare(`SELECT ${columns} FROM audit_entries WHERE ${isOnPage} ${page}`)
    .bind(...values)
    .all<EntryRow>();
  return { rows: results.slice(0, limit), hasMore: results.length > limit };
}

/** The ways to be in an entry: as the account that has acted, and as the person or the bot that it was done to. */
function personConditions(id: number, place: (value: string | number) => string): string[] {
  const asText = place(String(id));
  const isAbout = ["user", "bot"].map((type) => `entity_type = '${type}' AND entity_id = ${asText}`);
  return [`actor_id = CAST(${place(id)} AS INTEGER) AND ${IS_ACCOUNT}`, ...isAbout];
}
