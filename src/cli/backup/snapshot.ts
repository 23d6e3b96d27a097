import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { databasesOf, isAlarmList, REALMS } from "../data-directory/data-files.ts";
import { Failure } from "../os/failure.ts";
import { checkUsable } from "../os/ownership.ts";
import type { ErasedPerson } from "./backups.ts";

/** In D1, keys, and the rowids of the full-text index, are the organization's number * 2^32 + the id. */
const IDS = 2 ** 32;

/**
 * Returns the tables of a D1 database that have organizations' rows, each with a condition that selects one
 * organization's rows. The result is the same for every copy of the database.
 */
export function tablesOfOne(database: DatabaseSync, realm: number) {
  const tables = database.prepare("SELECT name, sql FROM main.sqlite_master WHERE type = 'table'").all();
  return tables.flatMap(({ name, sql }) => {
    const table = String(name);
    const columns = columnsOf(database, "main", table);
    const isWords = String(sql).startsWith("CREATE VIRTUAL");
    if (isWords) {
      return [
        { table, columns: ["rowid", ...columns], rows: `rowid >= ${realm * IDS} AND rowid < ${(realm + 1) * IDS}` },
      ];
    }
    if (table === "organizations") return [{ table, columns, rows: `id = ${realm}` }];
    return columns.includes("realm") ? [{ table, columns, rows: `realm = ${realm}` }] : [];
  });
}

export const columnsOf = (database: DatabaseSync, schema: string, table: string): string[] =>
  database
    .prepare("SELECT name FROM pragma_table_info(?, ?)")
    .all(table, schema)
    .map(({ name }) => String(name));

/** Returns the blob ids of R2 files whose keys match a pattern such as `5/*`. */
export function blobsNamed(database: DatabaseSync, schema: "main" | "stored", keys: string): string[] {
  if (columnsOf(database, schema, "_mf_objects").length === 0) return [];
  const named = database.prepare(
    `SELECT blob_id FROM ${schema}._mf_objects WHERE blob_id IS NOT NULL AND key GLOB ?1
     UNION SELECT p.blob_id FROM ${schema}._mf_multipart_parts p JOIN ${schema}._mf_multipart_uploads u USING (upload_id)
     WHERE u.key GLOB ?1`,
  );
  return named.all(keys).map((row) => String(row["blob_id"]));
}

/** Maximum attempts at reading the databases of organizations and D1 as of the same instant. */
const MAX_RETRIES = 200;
const BUSY_MS = 10_000;
/**
 * Prefix of the stamp of an organization that was restored and not used since. Such an organization is consistent,
 * because its backup was.
 */
export const RESTORED = "restored-";
/** Prefix of the timers that erase people again (src/features/server/account-erasure/erasures.ts). */
export const ERASE_AGAIN = "erase-again";

interface PinnedDatabase {
  /** Path relative to the data directory. */
  readonly path: string;
  /** The open database, in a read transaction. */
  readonly database: DatabaseSync;
}

class Unreadable extends Failure {}

interface Identity {
  readonly id: number;
  readonly subdomain: string;
}

/**
 * Reads all databases of a data directory as of one instant, while a server may write to them.
 *
 * In SQLite's WAL mode, a read transaction keeps seeing the state from when it started, without blocking writers. The
 * transactions of several files start one after another, and organizations can ship rows to D1 in between. Therefore,
 * the stamps of shipments that an organization and D1 each store are compared. If they differ, both are read again,
 * until all match.
 *
 * @param only the subdomain, if only one organization is wanted
 */
export async function pinSnapshot(data: string, only: string | undefined) {
  const names = databasesOf(data);
  const opened: PinnedDatabase[] = [];
  const pin = (path: string) => {
    checkUsable(join(data, path), data);
    try {
      const pinned = { path, database: new DatabaseSync(join(data, path), { readOnly: true, timeout: BUSY_MS }) };
      opened.push(pinned);
      startTransaction(pinned);
      return { ...pinned, identity: path.startsWith(REALMS) ? identityIn(pinned) : undefined };
    } catch (error) {
      throw new Unreadable(`${join(data, path)} cannot be read: ${(error as Error).message}`);
    }
  };
  const failed: string[] = [];
  const pinObject = (path: string) => {
    try {
      return [pin(path)];
    } catch (error) {
      // Skip an unreadable database, so that the backup contains all others.
      if (!(error instanceof Unreadable) || isAlarmList(path)) throw error;
      failed.push(error.message);
      return [];
    }
  };
  const release = () => {
    for (const { database } of opened) database.close();
  };
  try {
    const objects = names.objects.flatMap(pinObject);
    const realms = objects.flatMap(({ identity, ...pinned }) =>
      identity && (only === undefined || identity.subdomain === only) ? [{ ...pinned, identity }] : [],
    );
    const bulk = names.bulk.map(pin);
    let behind = realms.filter((realm) => !isInStep(realm, bulk));
    for (let tries = 1; behind.length > 0 && tries < MAX_RETRIES; tries += 1) {
      // If D1 currently accepts nothing from an organization, frequent attempts are pointless.
      if (tries % 20 === 0) await pause(tries);
      for (const pinned of [...behind, ...bulk]) startTransaction(pinned);
      behind = realms.filter((realm) => !isInStep(realm, bulk));
    }
    const at = new Date();
    const files = names.files.map(pin);
    return { at, objects, realms, bulk, files, behind: new Set(behind.map(({ path }) => path)), failed, release };
  } catch (error) {
    release();
    throw error;
  }
}

function startTransaction({ database }: PinnedDatabase) {
  if (database.isTransaction) database.exec("COMMIT");
  database.exec("BEGIN");
  // Only a read actually starts the transaction.
  database.prepare("SELECT count(*) FROM sqlite_master").get();
}

function identityIn({ database }: PinnedDatabase): Identity | undefined {
  if (!hasTable(database, "identity")) return undefined;
  const row = database.prepare("SELECT id, subdomain FROM identity").get();
  return row && { id: Number(row["id"]), subdomain: String(row["subdomain"]) };
}

/** Returns an organization's erased people, including those it still has to erase again after a restore. */
export function erasedOf(database: DatabaseSync): ErasedPerson[] {
  if (!hasTable(database, "erased_users")) return [];
  const rows = database.prepare("SELECT * FROM erased_users ORDER BY user_id").all();
  const timers = database.prepare(`SELECT name FROM timers WHERE name GLOB '${ERASE_AGAIN}:*' ORDER BY name`).all();
  return [
    ...rows.map((row) => {
      // Older programs did not store when the account was created.
      const joined = row["date_joined"] ?? null;
      return [row["user_id"], row["deletes_messages"], row["erased_at"], ...(joined === null ? [] : [joined])];
    }),
    ...timers.map(({ name }) => String(name).split(":").slice(1)),
  ].map((person) => person.map(Number) as [number, number, number, number?]);
}

/** Whether the organization's shipments could have produced D1's state, by the rule of `ShippingState.accepts`. */
function isInStep({ database, identity }: PinnedDatabase & { identity: Identity }, bulk: readonly PinnedDatabase[]) {
  // Older programs kept no stamps, but anything D1 might lack is still marked to be sent.
  if (!columnsOf(database, "main", "shipping").includes("stamp")) return true;
  const row = database.prepare("SELECT epoch, stamp, shipped, unstamped, attempts FROM shipping").get();
  if (row === undefined) return false;
  if (String(row["stamp"]).startsWith(RESTORED)) return true;
  const arrivals = bulk.flatMap((store) => arrivalIn(store, identity.id));
  if (arrivals.length === 0) return row["shipped"] === 0 && row["unstamped"] === 0;
  const stamps = [row["stamp"], ...(JSON.parse(String(row["attempts"])) as string[])];
  return arrivals.some(({ epoch, stamp }) => epoch === row["epoch"] && stamps.includes(stamp));
}

function arrivalIn({ database }: PinnedDatabase, realm: number) {
  if (!hasTable(database, "arrivals") || !columnsOf(database, "main", "arrivals").includes("stamp")) return [];
  const row = database.prepare("SELECT epoch, stamp FROM arrivals WHERE realm = ?").get(realm);
  return row ? [{ epoch: Number(row["epoch"]), stamp: String(row["stamp"]) }] : [];
}

export const hasTable = (database: DatabaseSync, name: string) =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
