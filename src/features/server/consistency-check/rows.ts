/** Owner of a number or a subdomain in a database; `?1` is the number, `?2` the subdomain. */
const KNOWN = "SELECT id, subdomain FROM organizations WHERE id = ?1 OR subdomain = ?2";
const ROWS = `SELECT (SELECT count(*) FROM arrivals WHERE realm = ?1) AS arrivals,
  EXISTS (SELECT 1 FROM messages WHERE key > ?1 * 4294967296 AND key < (?1 + 1) * 4294967296) AS messages`;

interface Owner {
  readonly id: number;
  readonly subdomain: string;
}

/**
 * Returns what a D1 database knows about an organization: the owners of its number and its name there, and whether it
 * has rows of the organization.
 */
export async function whatIsKnown(database: D1Database, { id, subdomain }: Owner) {
  const { results: owners } = await database.prepare(KNOWN).bind(id, subdomain).all<Owner>();
  const rows = await database.prepare(ROWS).bind(id).first<{ arrivals: number; messages: number }>();
  return { owners, hasArrived: Boolean(rows?.arrivals), hasRows: Boolean(rows?.arrivals || rows?.messages) };
}
