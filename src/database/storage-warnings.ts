// All organizations of a database detect that it is filling up. The first D1 database records which one notifies the
// operator.

const CLAIM = `INSERT INTO told_filling (database, realm) VALUES (?1, CAST(?2 AS INTEGER))
  ON CONFLICT (database) DO UPDATE SET realm = realm RETURNING realm`;
const DELETE_WARNING = "DELETE FROM told_filling WHERE database = ?1";
const FORGET_ALL = "DELETE FROM told_filling WHERE realm = CAST(?1 AS INTEGER)";

/**
 * Records that a database is filling up. Returns true for the organization that recorded it first, until
 * `forgetFilling`.
 */
export async function isFirstToTell(first: D1Database, name: string, realm: number): Promise<boolean> {
  const row = await first.prepare(CLAIM).bind(name, realm).first<{ realm: number }>();
  return row?.realm === realm;
}

/** Deletes the record about a database that has room again. */
export async function forgetFilling(first: D1Database, name: string): Promise<void> {
  await first.prepare(DELETE_WARNING).bind(name).run();
}

/** Deletes the records of a deleted organization. */
export async function forgetFillingBy(first: D1Database, realm: number): Promise<void> {
  await first.prepare(FORGET_ALL).bind(realm).run();
}
