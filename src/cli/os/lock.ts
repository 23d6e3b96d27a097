import { DatabaseSync } from "node:sqlite";
import { Failure } from "./failure.ts";
import { checkUsable } from "./ownership.ts";

const BUSY = 5;

/**
 * Takes a lock. Node has no file locks, so this uses an exclusive SQLite transaction that stays open. The kernel
 * releases it when the process ends, for whatever reason.
 *
 * @param directory the directory whose owner should own the lock file
 * @returns null if another process has the lock
 */
export function takeLock(file: string, directory: string): { close(): void } | null {
  try {
    const database = new DatabaseSync(file);
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === BUSY) return null;
    checkUsable(file, directory);
    throw new Failure(`cannot lock ${file}: ${message}`);
  }
}
