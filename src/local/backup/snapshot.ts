import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { databasesOf, REALMS } from "../data-directory/data-files.ts";
import { checkUsable } from "../system/ownership.ts";
import type { ErasedPerson } from "./backups.ts";
import { columnsOf } from "./tables-of-one.ts";

/** The number of times that databases are looked at anew until those of organizations and D1 are of one instant. */
const MAX_RETRIES = 200;
const BUSY_MS = 10_000;
/**
 * The beginning of the stamp of an organization that was put back and not used since: it is of one instant, as its
 * backup was.
 */
export const RESTORED = "restored-";
/** The beginning of the names of the timers that erase people again (src/features/server/erasure/erasures.ts). */
export const ERASE_AGAIN = "erase-again";

/** A database as of an instant, whatever is written to it meanwhile. */
interface Pinned {
  /** Below the data directory. */
  readonly path: string;
  /** With an open transaction, which only reads. */
  readonly database: DatabaseSync;
}

interface Identity {
  readonly id: number;
  readonly subdomain: string;
}

interface ShippedState {
  readonly epoch: number;
  readonly version: number;
  readonly stamp: string;
}

/**
 * Looks at all databases of a data directory as of one instant, while a server may write to them.
 *
 * In SQLite's WAL mode, a transaction that reads goes on seeing what there was when it began, and keeps nobody from
 * writing. Transactions of several files begin one after the other; organizations may send rows to D1 between. So the
 * stamps that both sides keep of what was sent are compared: an organization that has gone on is looked at again, and
 * D1 with it, until all fit.
 *
 * @param only the subdomain of the one organization that is wanted
 */
export async function pinSnapshot(data: string, only: string | undefined) {
  const names = databasesOf(data);
  const opened: Pinned[] = [];
  const pin = (path: string): Pinned => {
    checkUsable(join(data, path), data);
    const database = new DatabaseSync(join(data, path), { readOnly: true, timeout: BUSY_MS });
    const pinned = { path, database };
    opened.push(pinned);
    begin(pinned);
    return pinned;
  };
  const release = () => {
    for (const { database } of opened) database.close();
  };
  try {
    const objects = names.objects.map(pin);
    const realms = objects.flatMap((pinned) => {
      const identity = pinned.path.startsWith(REALMS) ? identityIn(pinned) : undefined;
      return identity && (only === undefined || identity.subdomain === only) ? [{ ...pinned, identity }] : [];
    });
    const bulk = names.bulk.map(pin);
    let behind = realms.filter((realm) => !isInStep(realm, bulk));
    for (let tries = 1; behind.length > 0 && tries < MAX_RETRIES; tries += 1) {
      // An organization of which D1 takes nothing at the moment is not worth many tries.
      if (tries % 20 === 0) await pause(tries);
      for (const pinned of [...behind, ...bulk]) begin(pinned);
      behind = realms.filter((realm) => !isInStep(realm, bulk));
    }
    const at = new Date();
    const files = names.files.map(pin);
    return { at, objects, realms, bulk, files, behind: new Set(behind.map(({ path }) => path)), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Begins to look at a database as it is now. */
function begin({ database }: Pinned) {
  if (database.isTransaction) database.exec("COMMIT");
  database.exec("BEGIN");
  // Only what reads begins the transaction indeed.
  database.prepare("SELECT count(*) FROM sqlite_master").get();
}

function identityIn({ database }: Pinned): Identity | undefined {
  if (!hasTable(database, "identity")) return undefined;
  const row = database.prepare("SELECT id, subdomain FROM identity").get();
  return row && { id: Number(row["id"]), subdomain: String(row["subdomain"]) };
}

/** The people of an organization who were erased, and those whom it has yet to erase again after a restore. */
export function erasedOf(database: DatabaseSync): ErasedPerson[] {
  if (!hasTable(database, "erased_users")) return [];
  const rows = database.prepare("SELECT * FROM erased_users ORDER BY user_id").all();
  const timers = database.prepare(`SELECT name FROM timers WHERE name GLOB '${ERASE_AGAIN}:*' ORDER BY name`).all();
  return [
    ...rows.map((row) => {
      // An earlier program did not keep when the account was made.
      const joined = row["date_joined"] ?? null;
      return [row["user_id"], row["deletes_messages"], row["erased_at"], ...(joined === null ? [] : [joined])];
    }),
    ...timers.map(({ name }) => String(name).split(":").slice(1)),
  ].map((person) => person.map(Number) as [number, number, number, number?]);
}

/** Whether D1 is in a state that the organization's shipments may have led to, as `ShippingState.accepts` finds it. */
function isInStep({ database, identity }: Pinned & { identity: Identity }, bulk: readonly Pinned[]) {
  // An earlier program kept no stamps: what it was not sure that D1 has is still marked as to be sent.
  if (!columnsOf(database, "main", "shipping").includes("stamp")) return true;
  const row = database.prepare("SELECT epoch, stamp, shipped, unstamped, attempts FROM shipping").get();
  if (row === undefined) return false;
  if (String(row["stamp"]).startsWith(RESTORED)) return true;
  const arrivals = bulk.flatMap((store) => arrivalIn(store, identity.id));
  if (arrivals.length === 0) return row["shipped"] === 0 && row["unstamped"] === 0;
  const stamps = [row["stamp"], ...(JSON.parse(String(row["attempts"])) as string[])];
  return arrivals.some(({ epoch, stamp }) => epoch === row["epoch"] && stamps.includes(stamp));
}

function arrivalIn({ database }: Pinned, realm: number): ShippedState[] {
  if (!hasTable(database, "arrivals") || !columnsOf(database, "main", "arrivals").includes("stamp")) return [];
  const row = database.prepare("SELECT epoch, version, stamp FROM arrivals WHERE realm = ?").get(realm);
  return row ? [{ epoch: Number(row["epoch"]), version: Number(row["version"]), stamp: String(row["stamp"]) }] : [];
}

export const hasTable = (database: DatabaseSync, name: string) =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
