import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Failure } from "../system/failure.mjs";
import { checkUsable } from "../system/ownership.mjs";

/** With more organizations than this, their databases are checked only where something is wrong. */
const MOST_AT_START = 200;

/**
 * Throws where the message store, or the only organization's database, cannot be read. Of several organizations it prints
 * which cannot be read: the others can be served.
 *
 * @param {string} data
 */
export function checkDatabases(data) {
  for (const file of databasesIn(join(data, "d1"))) {
    checkUsable(file, data);
    const trouble = troubleWith(file, SCHEMA);
    if (trouble) throw new Failure(`the message store cannot be used: ${file}: ${trouble}. ${restoreBulk}`);
  }
  const organizations = databasesIn(join(data, "do/parley-Realm"));
  if (organizations.length > MOST_AT_START) return;
  for (const file of organizations) {
    // Nothing is damaged: who has put it there did so as another user.
    checkUsable(file, data);
    const trouble = troubleWith(file, SCHEMA);
    if (!trouble) continue;
    const what = `an organization's database cannot be used: ${file}: ${trouble}. ${restoreAll}`;
    if (organizations.length === 1) throw new Failure(what);
    console.error(`parley: ${what}`);
  }
}

/**
 * Reads every page of the databases, and says what is wrong with them.
 *
 * @param {string} data
 * @returns {string} "" where nothing is found
 */
export function findDamage(data) {
  const found = ["do", "d1"].flatMap((name) =>
    databasesIn(join(data, name)).flatMap((file) => {
      const trouble = troubleWith(file, "PRAGMA quick_check(1)");
      return trouble ? [`${file}: ${trouble}`] : [];
    }),
  );
  return found.length > 0 ? `${found.join("; ")}. ${restoreAll}` : "";
}

const SCHEMA = "SELECT count(*) AS quick_check FROM sqlite_master";
const restoreAll = "Put the whole data directory back from a backup";
const restoreBulk = `${restoreAll}; or remove that file, with its -wal and -shm: the organizations then fill a new one with what they hold, which is everything but the texts of older messages`;

/** @param {string} folder @returns {string[]} */
function databasesIn(folder) {
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /(^|\/|\\)[0-9a-f]+\.sqlite$/.test(name))
    .map((name) => join(folder, name));
}

/** @param {string} file @param {string} question @returns {string} "" where all is well */
function troubleWith(file, question) {
  /** @type {DatabaseSync | undefined} */
  let database;
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    database = new DatabaseSync(file, { readOnly: true });
    const answer = database.prepare(question).get()?.["quick_check"];
    return typeof answer === "string" && answer !== "ok" ? (answer.split("\n", 1)[0] ?? "") : "";
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return message.split(", ", 1)[0] ?? message;
  } finally {
    database?.close();
  }
}
