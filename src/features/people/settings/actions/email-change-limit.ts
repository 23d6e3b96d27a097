import { rateLimitHit } from "../../../../protocol/errors.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { deleteRequestsBefore, insertRequest, requestBefore } from "./rows.ts";

const DAY = 86_400;
/** How many letters to new addresses somebody may cause (conventions.md 6). */
const LIMITS = [
  { most: 2, seconds: 3600 },
  { most: 10, seconds: DAY },
];

export function countEmailChange(realm: Realm, user: UserId): void {
  const now = realm.now();
  for (const { most, seconds } of LIMITS) {
    const earlier = requestBefore.first(realm.sql, { user, skip: most - 1 })?.requested_at;
    if (earlier !== undefined && earlier > now - seconds) throw rateLimitHit(earlier + seconds - now);
  }
  deleteRequestsBefore.run(realm.sql, { before: now - DAY });
  insertRequest.run(realm.sql, { user, now });
}
