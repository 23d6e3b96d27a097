import { accessSync, constants } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Failure } from "../os/failure.ts";
import { checkUsable } from "../os/ownership.ts";
import { D1, REALMS, storesIn } from "./data-files.ts";

/**
 * Maximum number of organizations whose databases are checked at every start. With more, they are only checked if the
 * start fails.
 */
const MAX_AT_START = 200;

/**
 * Throws if the message store, or the only organization's database, is unreadable. If there are several organizations,
 * only prints the unreadable ones, because the others can be served.
 */
export function checkDatabases(data: string) {
  for (const file of storesIn(data, D1)) {
    checkUsable(file, data);
    const trouble = troubleWith(file, SCHEMA);
    if (trouble) throw new Failure(`the message store cannot be used: ${file}: ${trouble}. ${restoreBulk}`);
  }
  const organizations = storesIn(data, REALMS);
  if (organizations.length > MAX_AT_START) return;
  for (const file of organizations) {
    // An intact database may still belong to another user, such as the one who copied it here.
    checkUsable(file, data);
    const trouble = troubleWith(file, SCHEMA);
    if (!trouble) continue;
    const what = `an organization's database cannot be used: ${file}: ${trouble}. ${restoreAll}`;
    if (organizations.length === 1) throw new Failure(what);
    console.error(`parley: ${what}`);
  }
}

/**
 * Reads every page of the databases, and returns what is wrong with them.
 *
 * @returns "" if nothing is found
 */
export function findDamage(data: string): string {
  const found = ["do", D1].flatMap((name) =>
    storesIn(data, name).flatMap((file) => {
      const trouble = troubleWith(file, "PRAGMA quick_check(1)");
      return trouble ? [`${file}: ${trouble}`] : [];
    }),
  );
  return found.length > 0 ? `${found.join("; ")}. ${restoreAll}` : "";
}

const SCHEMA = "SELECT count(*) AS quick_check FROM sqlite_master";
const restoreAll = "Put the whole data directory back from a backup";
const restoreBulk = `${restoreAll}; or remove that file, with its -wal and -shm: the organizations then fill a new one with what they hold, which is everything but the texts of older messages`;

/** @returns "" if nothing is wrong */
function troubleWith(file: string, question: string): string {
  let database: DatabaseSync | undefined;
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    database = new DatabaseSync(file, { readOnly: true });
    const answer = database.prepare(question).get()?.["quick_check"];
    return typeof answer === "string" && answer !== "ok" ? (answer.split("\n", 1)[0] ?? "") : "";
  } catch (error) {
    const { message } = error as Error;
    return message.split(", ", 1)[0] ?? message;
  } finally {
    database?.close();
  }
}
