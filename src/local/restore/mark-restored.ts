import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { ErasedPerson } from "../backup/backups.ts";
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
 */
export function markRestored(file: string, erased: readonly ErasedPerson[]) {
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
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}

/** Leaves the organization a timer for each, which runs when it is first used. */
function writeErased(database: DatabaseSync, erased: readonly ErasedPerson[]) {
  const insert = database.prepare("INSERT OR REPLACE INTO timers (name, due_at) VALUES (?, 0)");
  for (const person of erased) insert.run([ERASE_AGAIN, ...person].join(":"));
}
