import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { insertLog, trimLog } from "./rows.ts";
import { runLimits } from "./run-limits.ts";

export interface LogLine {
  readonly text: string;
  readonly isError: boolean;
}

/** Returns a line for a bot's log, truncated to the limit. */
export const logLine = (text: string, isError = false): LogLine => ({
  text: [...text.toWellFormed().replaceAll("\0", "")].slice(0, runLimits.log_characters).join(""),
  isError,
});

/** Adds lines to a bot's log, dropping the oldest. */
export function writeLog(realm: Realm, bot: UserId, lines: readonly LogLine[]): void {
  const kept = lines.slice(-limits.account.hosted_log_lines);
  const at = realm.seconds();
  for (const { text, isError } of kept) insertLog.run(realm.sql, { bot, at, is_error: Number(isError), text });
  if (kept.length > 0) trimLog.run(realm.sql, { bot, most: limits.account.hosted_log_lines });
}
