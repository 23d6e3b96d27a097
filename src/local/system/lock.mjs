import { DatabaseSync } from "node:sqlite";
import { Failure } from "./failure.mjs";
import { checkUsable } from "./ownership.mjs";

const BUSY = 5;

/**
 * Node has no file locks, but its SQLite has: an exclusive transaction that stays open. The kernel takes it back with the
 * process, however that ends.
 *
 * @param {string} file
 * @param {string} directory whose owner should have it
 * @returns {{ close(): void } | null} null where another process has it
 */
export function takeLock(file, directory) {
  try {
    const database = new DatabaseSync(file);
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    const { errcode, message } = /** @type {Error & { errcode?: number }} */ (error);
    if (errcode === BUSY) return null;
    checkUsable(file, directory);
    throw new Failure(`cannot lock ${file}: ${message}`);
  }
}
