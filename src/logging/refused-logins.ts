import { count } from "../metrics/counts.ts";
import type { Log } from "./log.ts";

/** The codes of errors by which a password, a key or a code of a second factor is refused. */
const REFUSALS = new Set(["AUTHENTICATION_FAILED", "INVALID_API_KEY", "WRONG_SECOND_FACTOR", "PASSKEY_REFUSED"]);

/**
 * Takes note of a refusal that may be a guess, and of nothing else. A line in the log, which has the caller's address, is only
 * written where whoever runs the server wants addresses there: `deploy/fail2ban` reads it.
 */
export function noteRefusedLogin(code: string, log: Log, address: string | undefined): void {
  if (REFUSALS.has(code)) noteGuess(code, log, address);
}

/** Takes note of a wrong secret. */
export function noteGuess(reason: string, log: Log, address: string | undefined): void {
  count("parley_refused_logins_total");
  if (address !== undefined) log.warn("login_refused", { reason, address });
}
