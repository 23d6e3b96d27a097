import { after, DAY_MS, type Milliseconds, milliseconds } from "../util/time.ts";

// The first D1 database has the proof of the server's host name for the push service: any isolate may be asked for it.

/** The time for which the proof is there. */
const VALID_MS = milliseconds(10_000);
/** The calls of a day that have no right token; further ones are refused. */
const MAX_A_DAY = 30;

const PREPARE = "UPDATE push_verification SET token = ?1, secret = ?2, until = ?3";
const FIND = "SELECT secret FROM push_verification WHERE token = ?1 AND until >= ?2";
const COUNT = `UPDATE push_verification SET calls = CASE day WHEN ?1 THEN calls + 1 ELSE 1 END, day = ?1
  WHERE day != ?1 OR calls < ?2 RETURNING calls`;

/** Keeps the secret of the push service for whoever asks with the token, for ten seconds. */
export async function prepareVerification(
  first: D1Database,
  { token, secret, now }: { readonly token: string; readonly secret: string; readonly now: Milliseconds },
): Promise<void> {
  await first.prepare(PREPARE).bind(token, secret, after(now, VALID_MS)).run();
}

/** The secret, or why there is none: the token is not the one, or too many have tried today. */
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
