import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readIfThere, writeDurable } from "../os/durable.ts";
import { giveToOwner } from "../os/ownership.ts";

// `run/last-backup.json` in a data directory has one line of JSON, written after each backup of the whole server: `at`
// is the time of that backup (ISO 8601, UTC), and `whole_at` is the time of the last backup whose run found everything
// intact, or null. If the file is missing or has other content, no backup is known.

/** Age of the last intact backup beyond which a backup is overdue. */
export const OVERDUE_MS = 7 * 86_400_000;

export function writeLastBackup(data: string, { at, isWhole }: { at: string; isWhole: boolean }) {
  const run = join(data, "run");
  const file = join(run, "last-backup.json");
  mkdirSync(run, { recursive: true, mode: 0o700 });
  writeDurable(file, `${JSON.stringify({ at, whole_at: isWhole ? at : lastWhole(file) })}\n`);
  giveToOwner(run);
}

/** Returns the time of the last backup whose run found everything intact, or undefined if none is known. */
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
