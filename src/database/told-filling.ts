// All organizations of a database find out that it fills up; the first D1 database has the one that tells the server's operator.

const CLAIM = `INSERT INTO told_filling (database, realm) VALUES (?1, CAST(?2 AS INTEGER))
  ON CONFLICT (database) DO UPDATE SET realm = realm RETURNING realm`;
const DELETE_WARNING = "DELETE FROM told_filling WHERE database = ?1";
const FORGET_ALL = "DELETE FROM told_filling WHERE realm = CAST(?1 AS INTEGER)";

/** Whether an organization, with its number, is the first to find that a database fills up, since it had room. */
export async function isFirstToTell(first: D1Database, name: string, realm: number): Promise<boolean> {
  const row = await first.prepare(CLAIM).bind(name, realm).first<{ realm: number }>();
  return row?.realm === realm;
}

/** Forgets who has told of a database, since it has room again. */
export async function forgetFilling(first: D1Database, name: string): Promise<void> {
  await first.prepare(DELETE_WARNING).bind(name).run();
}

/** Forgets what an organization has told that is deleted. */
export async function forgetFillingBy(first: D1Database, realm: number): Promise<void> {
  await first.prepare(FORGET_ALL).bind(realm).run();
}
