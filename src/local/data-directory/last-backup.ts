import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readIfThere, writeDurable } from "../system/durable.ts";
import { giveToOwner } from "../system/ownership.ts";

// `run/last-backup.json` in a data directory has one line of JSON, written after each backup of the whole server: `at` is the
// instant that the backup is of (ISO 8601, UTC), and `whole_at` that of the last one whose run found everything whole, or null.
// No backup is known without such a file, or with another content.

/** A server whose last whole backup is older than this has too old a one. */
export const OVERDUE_MS = 7 * 86_400_000;

export function writeLastBackup(data: string, { at, isWhole }: { at: string; isWhole: boolean }) {
  const run = join(data, "run");
  const file = join(run, "last-backup.json");
  mkdirSync(run, { recursive: true, mode: 0o700 });
  writeDurable(file, `${JSON.stringify({ at, whole_at: isWhole ? at : lastWhole(file) })}\n`);
  giveToOwner(run);
}

/** When the last backup was taken whose run found everything whole; undefined where none is known. */
export function lastWholeBackup(data: string): Date | undefined {
  const at = lastWhole(join(data, "run", "last-backup.json"));
  return at === null || Number.isNaN(Date.parse(at)) ? undefined : new Date(at);
}

function lastWhole(file: string): string | null {
  try {
    const { whole_at } = JSON.parse(readIfThere(file) ?? "{}");
    return typeof whole_at === "string" ? whole_at : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
