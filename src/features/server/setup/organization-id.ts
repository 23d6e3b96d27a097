import type { Random } from "../../../util/random.ts";

/** Whether the number of an organization of that name has been given. */
export async function isTaken(database: D1Database, subdomain: string): Promise<boolean> {
  return (await database.prepare("SELECT 1 FROM organizations WHERE subdomain = ?1").bind(subdomain).first()) !== null;
}

interface OrganizationNumber {
  readonly id: number;
  /** Whether an organization of that number has been at work: its rows are there. */
  readonly isUsed: boolean;
}

const READ = `SELECT id,
    EXISTS (SELECT 1 FROM arrivals WHERE realm = o.id)
      OR EXISTS (SELECT 1 FROM users WHERE key BETWEEN o.id * 4294967296 AND (o.id + 1) * 4294967296)
      OR EXISTS (SELECT 1 FROM messages WHERE key BETWEEN o.id * 4294967296 AND (o.id + 1) * 4294967296) AS is_used
  FROM organizations o WHERE subdomain = ?1`;

/** A number under which there is anything, though no organization has it, is not given. */
const TAKE = `INSERT OR IGNORE INTO organizations (id, subdomain, created_at)
  SELECT CAST(?2 AS INTEGER), ?1, unixepoch() WHERE NOT EXISTS (SELECT 1 FROM arrivals WHERE realm = ?2)
    AND NOT EXISTS (SELECT 1 FROM organizations WHERE subdomain = ?1)`;

/** D1's keys have room for two million organizations. */
const NUMBERS = 1_000_000;
const TRIES = 5;

/**
 * The number of an organization, which is the first part of its rows' keys in D1. It is taken before the organization
 * is made; one that was taken in vain is taken again by the next try. Numbers are drawn, not counted: where D1 is lost,
 * those of the organizations that are still there are not given to others.
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

/** Takes a number out of use for good, with all that is under it: no subdomain is written so. */
export async function retireNumber(database: D1Database, { id }: OrganizationNumber): Promise<void> {
  const retire = database.prepare("UPDATE organizations SET subdomain = subdomain || '~' || id WHERE id = ?1");
  await retire.bind(id).run();
}
