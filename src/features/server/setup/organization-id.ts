import type { Random } from "../../../util/random.ts";

/** Whether an organization with that subdomain has a number. */
export async function isTaken(database: D1Database, subdomain: string): Promise<boolean> {
  return (await database.prepare("SELECT 1 FROM organizations WHERE subdomain = ?1").bind(subdomain).first()) !== null;
}

/** Whether any organization has, or had, a number. */
export const isAnythingFounded = async (database: D1Database): Promise<boolean> =>
  (await database.prepare("SELECT 1 FROM organizations LIMIT 1").first()) !== null;

interface OrganizationNumber {
  readonly id: number;
  /** Whether D1 has rows under the number, so that an organization has used it. */
  readonly isUsed: boolean;
}

/** Whether D1 has rows of an organization; `id` is the SQL of its number. */
const hasRows = (id: string) => `(EXISTS (SELECT 1 FROM arrivals WHERE realm = ${id})
  OR EXISTS (SELECT 1 FROM users WHERE key BETWEEN ${id} * 4294967296 AND (${id} + 1) * 4294967296)
  OR EXISTS (SELECT 1 FROM messages WHERE key BETWEEN ${id} * 4294967296 AND (${id} + 1) * 4294967296))`;

const READ = `SELECT id, ${hasRows("o.id")} AS is_used FROM organizations o WHERE subdomain = ?1`;

/** Takes a number for a subdomain, but none under which D1 has rows, even where no organization has that number. */
const TAKE = `INSERT OR IGNORE INTO organizations (id, subdomain, created_at)
  SELECT CAST(?2 AS INTEGER), ?1, unixepoch() WHERE NOT ${hasRows("CAST(?2 AS INTEGER)")}
    AND NOT EXISTS (SELECT 1 FROM organizations WHERE subdomain = ?1)`;

/** Numbers are drawn from this many. The keys in D1 have room for two million. */
const NUMBERS = 1_000_000;
const TRIES = 5;

/**
 * The number of an organization, which is the first part of its rows' keys in D1. It is taken before the organization
 * is created; if that fails, the next attempt gets the same number. Numbers are random, not counted, so that after a
 * loss of D1 a new organization does not get the number of one that still exists.
 */
export async function organizationId(
  database: D1Database,
  subdomain: string,
  random: Random,
): Promise<OrganizationNumber> {
  for (let tries = 0; tries < TRIES; tries++) {
    const number = 1 + (new DataView(random.bytes(4).slice().buffer).getUint32(0) % NUMBERS);
    const [, found] = await database.batch<{ id: number; is_used: number }>([
      database.prepare(TAKE).bind(subdomain, number),
      database.prepare(READ).bind(subdomain),
    ]);
    const row = found?.results[0];
    if (row !== undefined) return { id: row.id, isUsed: row.is_used === 1 };
  }
  throw new Error(`no number for the organization ${subdomain}`);
}

/** Takes a number and its rows out of use for good, by giving it a name that is no valid subdomain. */
export async function retireNumber(database: D1Database, { id }: OrganizationNumber): Promise<void> {
  const retire = database.prepare("UPDATE organizations SET subdomain = subdomain || '~' || id WHERE id = ?1");
  await retire.bind(id).run();
}
