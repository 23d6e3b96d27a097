import { DatabaseSync } from "node:sqlite";
import { Failure } from "../os/failure.ts";
import { applied, pendingMigrations } from "../workerd/apply-migrations.ts";
import { D1, storesIn } from "./data-files.ts";

/**
 * Whether a closed data directory already has exactly this version's schema. Checking the files saves starting the
 * runtime. If they can't be read, the answer is no, and `applyMigrations` finds out.
 *
 * @param databases how many there should be
 */
export function isUpToDate(data: string, known: string[], databases = 1) {
  const files = bulkFiles(data);
  if (files.length !== databases) return false;
  try {
    return files.map(appliedIn).every((names) => pendingMigrations(known, names).length === 0);
  } catch (error) {
    if (error instanceof Failure) throw error;
    return false;
  }
}

export const bulkFiles = (data: string) => storesIn(data, D1);

export function appliedIn(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(applied)
      .all()
      .map(({ name }) => String(name));
  } finally {
    database.close();
  }
}
