import { count } from "../metrics/counts.ts";
import type { Log } from "./log.ts";

/** Error codes for a wrong password, key or second factor code. */
const REFUSALS = new Set(["AUTHENTICATION_FAILED", "INVALID_API_KEY", "WRONG_SECOND_FACTOR", "PASSKEY_REFUSED"]);

/**
 * Records a rejection if it may be a guess. A log line, which has the caller's address, is only written if the
 * administrator wants addresses in the log, for `deploy/fail2ban` to read.
 */
export function noteRefusedLogin(code: string, log: Log, address: string | undefined): void {
  if (REFUSALS.has(code)) noteGuess(code, log, address);
}

export function noteGuess(reason: string, log: Log, address: string | undefined): void {
  count("parley_refused_logins_total");
  if (address !== undefined) log.warn("login_refused", { reason, address });
}
