import { rateLimitHit } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, seconds } from "../../../util/time.ts";
import { attemptsSince, deleteAttemptsBefore, deleteAttemptsOf, deleteOldestAttempts, insertAttempt } from "./rows.ts";

const MAX_ATTEMPTS = 5;
const WINDOW = seconds(1800);

/**
 * Counts a login attempt before its password is checked, so that concurrent attempts cannot get around the limit
 * (conventions.md 6). A successful login clears the count.
 */
export function countAttempt(realm: Realm, username: string, most = MAX_ATTEMPTS): void {
  const name = attemptName(username);
  const since = before(realm.seconds(), WINDOW);
  deleteAttemptsBefore.run(realm.sql, { before: since });
  const { count, oldest } = attemptsSince.one(realm.sql, { username: name, since });
  if (count >= most) throw rateLimitHit(seconds((oldest ?? realm.seconds()) - since));
  insertAttempt.run(realm.sql, { username: name, tried_at: realm.seconds() });
  deleteOldestAttempts.run(realm.sql, { keep: limits.organization.login_attempts });
}

export function forgetAttempts(realm: Realm, username: string): void {
  deleteAttemptsOf.run(realm.sql, { username: attemptName(username) });
}

const attemptName = (username: string) => username.trim().toLowerCase().slice(0, 254);
