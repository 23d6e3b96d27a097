import { join } from "node:path";
import { lastWholeBackup, OVERDUE_MS } from "../data-directory/last-backup.ts";
import { warnOnce } from "../os/warn-once.ts";

const CHECK_INTERVAL_MS = 600_000;

/**
 * Watches whether a server keeps being backed up after its first backup. After a week without a complete backup, logs
 * this and warns people, once until the next complete backup.
 *
 * @returns a function that stops watching
 */
export function watchBackups(
  directory: string,
  tell: (line: string) => void,
  warn: (last: Date) => Promise<void> = async () => {},
): () => void {
  const warning = warnOnce(join(directory, "run", "backup-warning"), tell);
  const look = () => {
    const last = lastWholeBackup(directory);
    if (last === undefined) return;
    if (Date.now() - last.getTime() <= OVERDUE_MS) warning.allIsWell();
    else
      warning.warn("backups", async () => {
        tell(`the last whole backup is of ${last.toISOString()}, more than a week ago`);
        await warn(last);
      });
  };
  const timer = setInterval(look, CHECK_INTERVAL_MS).unref();
  look();
  return () => clearInterval(timer);
}
