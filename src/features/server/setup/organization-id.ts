import type { BulkDatabase, DatabaseName } from "../../../database/databases.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Random } from "../../../util/random.ts";
import { type Seconds, seconds } from "../../../util/time.ts";

type Databases = readonly BulkDatabase[];

/** Whether an organization with that subdomain has a number in any database. */
export async function isTaken(databases: Databases, subdomain: string): Promise<boolean> {
  return anyOf(databases, "SELECT 1 FROM organizations WHERE subdomain = ?1", subdomain);
}

/** Whether any organization has, or had, a number. */
export const isAnythingFounded = (databases: Databases): Promise<boolean> =>
  anyOf(databases, "SELECT 1 FROM organizations LIMIT 1");

async function anyOf(databases: Databases, sql: string, ...values: string[]): Promise<boolean> {
  const rows = await Promise.all(
    databases.map(({ database }) =>
      database
        .prepare(sql)
        .bind(...values)
        .first(),
    ),
  );
  return rows.some((row) => row !== null);
}

/** When a subdomain got its number. */
export async function foundedAt(databases: Databases, subdomain: string): Promise<Seconds | undefined> {
  for (const { database } of databases) {
    const row = await database
      .prepare("SELECT created_at FROM organizations WHERE subdomain = ?1")
      .bind(subdomain)
      .first<{ created_at: number }>();
    if (row !== null) return seconds(row.created_at);
  }
  return undefined;
}

interface OrganizationNumber {
  readonly id: number;
  /** Whether a database has rows under the number, so that an organization has used it. */
  readonly isUsed: boolean;
  /** The database in which the number was taken, and where the rows of the organization are to be. */
  readonly database: DatabaseName;
}

/** Whether D1 has rows of an organization; `id` is the SQL of its number. */
const hasRows = (id: string) => `(EXISTS (SELECT 1 FROM arrivals WHERE realm = ${id})
  OR EXISTS (SELECT 1 FROM users WHERE key BETWEEN ${id} * 4294967296 AND (${id} + 1) * 4294967296)
  OR EXISTS (SELECT 1 FROM messages WHERE key BETWEEN ${id} * 4294967296 AND (${id} + 1) * 4294967296))`;

const READ = `SELECT id, ${hasRows("o.id")} AS is_used FROM organizations o WHERE subdomain = ?1`;

/** A page of the names in use, in their order; `?1` is the name before it. Numbers that are out of use have a name with "~". */
const LIST = `SELECT id, subdomain, ${hasRows("o.id")} AS is_used FROM organizations o
  WHERE (?1 IS NULL OR subdomain > ?1) AND instr(subdomain, '~') = 0 ORDER BY subdomain LIMIT CAST(?2 AS INTEGER)`;

/** Takes a number for a subdomain, but none under which D1 has rows, even where no organization has that number. */
const TAKE = `INSERT OR IGNORE INTO organizations (id, subdomain, created_at)
  SELECT CAST(?2 AS INTEGER), ?1, unixepoch() WHERE NOT ${hasRows("CAST(?2 AS INTEGER)")}
    AND NOT EXISTS (SELECT 1 FROM organizations WHERE subdomain = ?1)`;

/** Whether a database has something under the number. */
const IS_KNOWN = `SELECT EXISTS (SELECT 1 FROM organizations WHERE id = CAST(?1 AS INTEGER))
  OR ${hasRows("CAST(?1 AS INTEGER)")} AS known`;

/** Gives a number back that was taken just now. */
const GIVE_BACK = "DELETE FROM organizations WHERE id = ?1 AND subdomain = ?2";

/** Numbers are drawn from this many. The keys in D1 have room for two million. */
const NUMBERS = 1_000_000;
const MAX_ATTEMPTS = 5;

/** The organization for which a number is taken. */
interface Founding {
  readonly subdomain: string;
  /** The database for the rows of the organization; by itself, it is the one that has the most room. */
  readonly wanted?: DatabaseName | undefined;
}

/**
 * The number of an organization, which is the first part of its rows' keys in D1. It is taken before the organization
 * is created; if that fails, the next attempt gets the same number. Numbers are random, not counted, so that after a
 * loss of D1 a new organization does not get the number of one that still exists. No two databases have the same: a
 * number is taken in one first, and given back if another one knows it.
 */
export async function organizationId(
  databases: Databases,
  { subdomain, wanted }: Founding,
  random: Random,
): Promise<OrganizationNumber> {
  const taken = await numberOf(databases, subdomain);
  if (taken !== undefined) return taken;
  const place = databases.find(({ name }) => name === wanted) ?? (await emptiest(databases));
  for (let tries = 0; place !== undefined && tries < MAX_ATTEMPTS; tries++) {
    const number = 1 + (new DataView(random.bytes(4).slice().buffer).getUint32(0) % NUMBERS);
    const { name, database } = place;
    const [, found] = await database.batch<{ id: number; is_used: number }>([
      database.prepare(TAKE).bind(subdomain, number),
      database.prepare(READ).bind(subdomain),
    ]);
    const row = found?.results[0];
    if (row === undefined) continue;
    if (
      !(await isKnown(
        databases.filter((other) => other !== place),
        row.id,
      ))
    )
      return { id: row.id, isUsed: row.is_used === 1, database: name };
    await database.prepare(GIVE_BACK).bind(row.id, subdomain).run();
  }
  throw new Error(`no number for the organization ${subdomain}`);
}

/** The number that a subdomain has in some database. */
async function numberOf(databases: Databases, subdomain: string): Promise<OrganizationNumber | undefined> {
  const found = await Promise.all(
    databases.map(async ({ name, database }) => {
      const row = await database.prepare(READ).bind(subdomain).first<{ id: number; is_used: number }>();
      return row === null ? [] : [{ id: row.id, isUsed: row.is_used === 1, database: name }];
    }),
  );
  const all = found.flat();
  return all.find(({ isUsed }) => isUsed) ?? all[0];
}

/** The names that have a number in any database, in their order. */
export async function listNumbers(
  databases: Databases,
  { after = null, most }: { readonly after?: string | null | undefined; readonly most: number },
) {
  const pages = await Promise.all(
    databases.map(({ database }) =>
      database.prepare(LIST).bind(after, most).all<{ id: number; subdomain: string; is_used: number }>(),
    ),
  );
  const named = new Map<string, { subdomain: string; number: number; is_used: boolean }>();
  // While one moves, two databases know it.
  for (const { id, subdomain, is_used } of pages.flatMap(({ results }) => results)) {
    if (named.get(subdomain)?.is_used !== true) named.set(subdomain, { subdomain, number: id, is_used: is_used === 1 });
  }
  return [...named.values()].sort((a, b) => (a.subdomain < b.subdomain ? -1 : 1)).slice(0, most);
}

async function isKnown(databases: Databases, id: number): Promise<boolean> {
  const rows = await Promise.all(
    databases.map(({ database }) => database.prepare(IS_KNOWN).bind(id).first<number>("known")),
  );
  return rows.includes(1);
}

/** The database with the fewest bytes; of equal ones, the first. A single one is not asked. */
async function emptiest(databases: Databases): Promise<BulkDatabase | undefined> {
  if (databases.length < 2) return databases[0];
  const sizes = await Promise.all(
    databases.map(async (one) => {
      const { meta } = await one.database.prepare("SELECT 1").run();
      return { one, size: meta.size_after };
    }),
  );
  return sizes.reduce((least, other) => (other.size < least.size ? other : least)).one;
}

/** Takes a number and its rows out of use for good, by giving it a name that is no valid subdomain. */
export async function retireNumber(databases: Databases, { id, database: name }: OrganizationNumber): Promise<void> {
  const place = databases.find((one) => one.name === name)?.database;
  const retire = place?.prepare("UPDATE organizations SET subdomain = subdomain || '~' || id WHERE id = ?1");
  await retire?.bind(id).run();
}

/** The database that an operator has named; the refusal tells which there are. */
export function wantedDatabase(databases: Databases, name: string): DatabaseName;
export function wantedDatabase(databases: Databases, name: string | undefined): DatabaseName | undefined;
export function wantedDatabase(databases: Databases, name: string | undefined): DatabaseName | undefined {
  const found = databases.find((one) => one.name === name)?.name;
  if (name !== undefined && found === undefined) {
    throw badRequest(`There is no database ${name}, but ${databases.map((one) => one.name).join(", ")}.`);
  }
  return found;
}
