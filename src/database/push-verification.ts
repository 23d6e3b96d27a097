import { after, DAY_MS, type Milliseconds, milliseconds } from "../util/time.ts";

// The first D1 database stores the secret that proves the server's host name to the push service, because the service's
// request may reach any isolate.

const VALID_MS = milliseconds(10_000);
/** Maximum number of calls per day with a wrong token. */
const MAX_A_DAY = 30;

const PREPARE = "UPDATE push_verification SET token = ?1, secret = ?2, until = ?3";
const FIND = "SELECT secret FROM push_verification WHERE token = ?1 AND until >= ?2";
const COUNT = `UPDATE push_verification SET calls = CASE day WHEN ?1 THEN calls + 1 ELSE 1 END, day = ?1
  WHERE day != ?1 OR calls < ?2 RETURNING calls`;

/** Stores the push service's secret for callers with the token, for ten seconds. */
export async function prepareVerification(
  first: D1Database,
  { token, secret, now }: { readonly token: string; readonly secret: string; readonly now: Milliseconds },
): Promise<void> {
  await first.prepare(PREPARE).bind(token, secret, after(now, VALID_MS)).run();
}

/** Returns the secret, or why it is refused: the token is wrong, or there were too many attempts today. */
export async function verificationFor(
  first: D1Database,
  token: string,
  now: Milliseconds,
): Promise<{ readonly secret: string } | "unknown" | "too many"> {
  const found = await first.prepare(FIND).bind(token, now).first<{ secret: string }>();
  if (found !== null) return found;
  const counted = await first
    .prepare(COUNT)
    .bind(Math.floor(now / DAY_MS), MAX_A_DAY)
    .first();
  return counted === null ? "too many" : "unknown";
}
