import { shareOf } from "../../http/caller-address.ts";
import { rateLimitHit } from "../../protocol/errors.ts";
import { limits } from "../../protocol/limit-table.ts";
import type { Realm } from "../../realm/realm.ts";
import { before, DAY, seconds } from "../../util/time.ts";
import { deleteEmailsBefore, deleteOldestEmails, emailsBy, insertEmail } from "./rows.ts";

const { letters_by_stranger, counted_letters } = limits.organization;

/**
 * Counts an email requested by someone without an account, whether or not one is sent. Throws above the limit for their
 * IP address (conventions.md 6).
 */
export function countEmailToStranger(realm: Realm, asker: string): void {
  const now = realm.seconds();
  deleteEmailsBefore.run(realm.sql, { before: before(now, DAY) });
  const { count, oldest } = emailsBy.one(realm.sql, { asker });
  if (count >= letters_by_stranger * shareOf(asker)) {
    throw rateLimitHit(seconds((oldest ?? now) + DAY - now));
  }
  insertEmail.run(realm.sql, { asker, now });
  deleteOldestEmails.run(realm.sql, { keep: counted_letters });
}
