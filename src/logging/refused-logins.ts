import { count } from "../metrics/counts.ts";
import type { Log } from "./log.ts";

/** Error codes for a wrong password, key or second factor code. */
const REFUSALS = new Set(["AUTHENTICATION_FAILED", "INVALID_API_KEY", "WRONG_SECOND_FACTOR", "PASSKEY_REFUSED"]);

/**
 * Logs a rejected login if it may be a guess. The line includes the caller's IP address, so it is only written if the
 * administrator allows addresses in the log (for `deploy/fail2ban`).
 */
export function noteRefusedLogin(code: string, log: Log, address: string | undefined): void {
  if (REFUSALS.has(code)) noteGuess(code, log, address);
}

export function noteGuess(reason: string, log: Log, address: string | undefined): void {
  count("parley_refused_logins_total");
  if (address !== undefined) log.warn("login_refused", { reason, address });
}
