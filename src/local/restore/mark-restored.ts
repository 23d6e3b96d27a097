import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { ErasedPerson, Organization } from "../backup/backups.ts";
import { ERASE_AGAIN, hasTable, RESTORED } from "../backup/snapshot.ts";
import { columnsOf } from "../backup/tables-of-one.ts";

/**
 * The number of ids of messages that are skipped: messages sent after the backup had some of them, and links and
 * clients that know these should not be led to other ones.
 */
const SKIPPED_IDS = 100_000;

/**
 * Makes the organization find out at its first use that it was put back: it compares itself with D1, and whatever its
 * clients know of a later time ends with their event queues. Those who were erased since are erased again.
 *
 * @returns what it will lack then, in words
 */
export function markRestored(
  file: string,
  { subdomain }: Organization,
  erased: readonly ErasedPerson[],
): readonly string[] {
  const database = new DatabaseSync(file);
  try {
    database.exec("BEGIN");
    // A stamp that D1 does not have, and more than it has: the two are then compared, and event queues that are made from
    // now on are left alone.
    // Programs that kept no stamps sent all again that was in doubt.
    if (columnsOf(database, "main", "shipping").includes("stamp")) {
      database
        .prepare("UPDATE shipping SET stamp = ?, attempts = '[]', shipped = shipped + 1")
        .run(`${RESTORED}${randomBytes(9).toString("base64url")}`);
    }
    if (hasTable(database, "queues")) database.exec("DELETE FROM queues");
    database.prepare("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'message_index'").run(SKIPPED_IDS);
    if (erased.length > 0 && hasTable(database, "timers")) writeErased(database, erased);
    const ownerless = losesItsOwners(database, erased);
    database.exec("COMMIT");
    return ownerless ? [ownersErased(subdomain)] : [];
  } finally {
    database.close();
  }
}

const OWNER = 100;
const ownersErased = (subdomain: string) =>
  `an owner of "${subdomain}", whose owners in this backup were all erased since, and will be again: make someone else one (parley operator people role EMAIL owner)`;

/** Whether all owners of an organization are among those who are erased again. */
function losesItsOwners(database: DatabaseSync, erased: readonly ErasedPerson[]): boolean {
  if (erased.length === 0) return false;
  const owners = database
    .prepare("SELECT id, date_joined FROM users WHERE role = ? AND is_active = 1 AND bot_type IS NULL")
    .all(OWNER);
  return owners.every(({ id, date_joined }) =>
    erased.some(([user, , at, joined]) => {
      return user === id && (joined === undefined ? Number(date_joined) <= at : date_joined === joined);
    }),
  );
}

/** Leaves the organization a timer for each, which runs when it is first used. */
function writeErased(database: DatabaseSync, erased: readonly ErasedPerson[]) {
  const insert = database.prepare("INSERT OR REPLACE INTO timers (name, due_at) VALUES (?, 0)");
  for (const person of erased) insert.run([ERASE_AGAIN, ...person].join(":"));
}
