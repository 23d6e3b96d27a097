import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { ErasedPerson, Organization } from "../backup/backups.ts";
import { columnsOf, ERASE_AGAIN, hasTable, RESTORED } from "../backup/snapshot.ts";
import { closing } from "../os/closing.ts";

/**
 * Number of message ids to skip. Messages sent after the backup had these ids, and links and clients that still refer
 * to them must not lead to other messages.
 */
const SKIPPED_IDS = 100_000;

/**
 * Makes the organization detect on first use that it was restored. It then compares itself with D1, and ends its event
 * queues, so that clients discard newer state. People who were erased after the backup are erased again.
 *
 * @returns descriptions of what it will lack
 */
export function markRestored(
  file: string,
  { subdomain }: Organization,
  erased: readonly ErasedPerson[],
): readonly string[] {
  return closing(new DatabaseSync(file), (database) => {
    database.exec("BEGIN");
    // An unknown stamp, and more shipped rows than D1 has, make the organization compare itself with D1. Event queues
    // created from now on aren't affected. Programs without stamps send all doubtful rows again instead.
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
  });
}

const OWNER = 100;
const ownersErased = (subdomain: string) =>
  `an owner of "${subdomain}", whose owners in this backup were all erased since, and will be again: make someone else one (parley operator people role EMAIL owner)`;

/** Whether all owners of an organization are among the people to be erased again. */
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

/** For each person, sets a timer that erases them again when the organization is first used. */
function writeErased(database: DatabaseSync, erased: readonly ErasedPerson[]) {
  const insert = database.prepare("INSERT OR REPLACE INTO timers (name, due_at) VALUES (?, 0)");
  for (const person of erased) insert.run([ERASE_AGAIN, ...person].join(":"));
}
