import type { BulkDatabase, DatabaseName } from "../../../database/databases.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Random } from "../../../util/random.ts";
import { type Seconds, seconds } from "../../../util/time.ts";

type Databases = readonly BulkDatabase[];

export async function isTaken(databases: Databases, subdomain: string): Promise<boolean> {
  return anyOf(databases, "SELECT 1 FROM organizations WHERE subdomain = ?1", subdomain);
}

/** Whether any of the databases has an organization id, including retired ones. */
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
  /** Whether a database has rows with this organization id, which means that the organization was created. */
  readonly isUsed: boolean;
  /** The organization's D1 database, where its id was reserved. */
  readonly database: DatabaseName;
}

/** Returns an SQL condition: whether D1 has rows of an organization. `id` is an SQL expression for its id. */
const hasRows = (id: string) => `(EXISTS (SELECT 1 FROM arrivals WHERE realm = ${id})
  OR EXISTS (SELECT 1 FROM users WHERE key BETWEEN ${id} * 4294967296 AND (${id} + 1) * 4294967296)
  OR EXISTS (SELECT 1 FROM messages WHERE key BETWEEN ${id} * 4294967296 AND (${id} + 1) * 4294967296))`;

const READ = `SELECT id, ${hasRows("o.id")} AS is_used FROM organizations o WHERE subdomain = ?1`;

/**
 * Selects a page of organizations whose subdomains come after `?1`, in order. Omits retired ids, whose subdomains
 * contain "~".
 */
const LIST = `SELECT id, subdomain, ${hasRows("o.id")} AS is_used FROM organizations o
  WHERE (?1 IS NULL OR subdomain > ?1) AND instr(subdomain, '~') = 0 ORDER BY subdomain LIMIT CAST(?2 AS INTEGER)`;

/** Assigns an id to a subdomain. Does nothing if D1 has rows with that id, even if no subdomain has it. */
const TAKE = `INSERT OR IGNORE INTO organizations (id, subdomain, created_at)
  SELECT CAST(?2 AS INTEGER), ?1, unixepoch() WHERE NOT ${hasRows("CAST(?2 AS INTEGER)")}
    AND NOT EXISTS (SELECT 1 FROM organizations WHERE subdomain = ?1)`;

/** Selects whether a database has an organization id or any rows with it. */
const IS_KNOWN = `SELECT EXISTS (SELECT 1 FROM organizations WHERE id = CAST(?1 AS INTEGER))
  OR ${hasRows("CAST(?1 AS INTEGER)")} AS known`;

/** Releases an id that was just taken. */
const GIVE_BACK = "DELETE FROM organizations WHERE id = ?1 AND subdomain = ?2";

/** Maximum organization id. The keys in D1 have room for two million. */
const NUMBERS = 1_000_000;
const MAX_ATTEMPTS = 5;

interface Founding {
  readonly subdomain: string;
  /** The database for the organization's rows. Defaults to the smallest. */
  readonly wanted?: DatabaseName | undefined;
}

/**
 * Returns an organization's id (its number), the first part of its rows' keys in D1. The id is taken before the
 * organization is created. If that fails, the next attempt gets the same id. Ids are random rather than sequential, so
 * that after a loss of D1, a new organization doesn't get the id of one that still exists. They are unique across
 * databases: an id is taken in one database first, and released if another one has it.
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

/** Returns the organizations with an id in any database, sorted by subdomain. */
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
  // During a move, the organization is in two databases.
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

/** Returns the smallest database, or the first of the smallest. A single database isn't queried for its size. */
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

/** Permanently retires an organization id and its rows, by changing the subdomain to an invalid one. */
export async function retireNumber(databases: Databases, { id, database: name }: OrganizationNumber): Promise<void> {
  const place = databases.find((one) => one.name === name)?.database;
  const retire = place?.prepare("UPDATE organizations SET subdomain = subdomain || '~' || id WHERE id = ?1");
  await retire?.bind(id).run();
}

/** Returns the database that an operator named. If there is none, throws an error that lists the databases. */
export function wantedDatabase(databases: Databases, name: string): DatabaseName;
export function wantedDatabase(databases: Databases, name: string | undefined): DatabaseName | undefined;
export function wantedDatabase(databases: Databases, name: string | undefined): DatabaseName | undefined {
  const found = databases.find((one) => one.name === name)?.name;
  if (name !== undefined && found === undefined) {
    throw badRequest(`There is no database ${name}, but ${databases.map((one) => one.name).join(", ")}.`);
  }
  return found;
}
