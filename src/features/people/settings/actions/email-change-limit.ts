import { rateLimitHit } from "../../../../protocol/errors.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { before, DAY, HOUR, seconds } from "../../../../util/time.ts";
import { deleteRequestsBefore, insertRequest, requestBefore } from "./rows.ts";

/** The number of mails to new addresses that an account may cause in each period (conventions.md 6). */
const LIMITS = [
  { most: 2, period: HOUR },
  { most: 10, period: DAY },
];

/** Counts a mail to a new address, and refuses it above the limits. */
export function countEmailChange(realm: Realm, user: UserId): void {
  const now = realm.seconds();
  for (const { most, period } of LIMITS) {
    const earlier = requestBefore.first(realm.sql, { user, skip: most - 1 })?.requested_at;
    if (earlier !== undefined && earlier > before(now, period)) throw rateLimitHit(seconds(earlier + period - now));
  }
  deleteRequestsBefore.run(realm.sql, { before: before(now, DAY) });
  insertRequest.run(realm.sql, { user, now });
}
