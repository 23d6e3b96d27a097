/** Whether the number of an organization of that name has been given. */
export async function isTaken(database: D1Database, subdomain: string): Promise<boolean> {
  return (await database.prepare("SELECT 1 FROM organizations WHERE subdomain = ?1").bind(subdomain).first()) !== null;
}

/**
 * The number of an organization, which is the first part of its rows' keys in D1. It is taken before the organization
 * is made; one that was taken in vain is taken again by the next try.
 */
export async function organizationId(database: D1Database, subdomain: string): Promise<number> {
  const [, found] = await database.batch<{ id: number }>([
    database
      .prepare("INSERT OR IGNORE INTO organizations (subdomain, created_at) VALUES (?1, unixepoch())")
      .bind(subdomain),
    database.prepare("SELECT id FROM organizations WHERE subdomain = ?1").bind(subdomain),
  ]);
  const id = found?.results[0]?.id;
  if (id === undefined) throw new Error(`no number for the organization ${subdomain}`);
  return id;
}
