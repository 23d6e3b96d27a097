import type { Actor } from "../../../protocol/actor.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { HOUR, type Seconds } from "../../../util/time.ts";
import { audit, organizationEntity } from "./audit.ts";

const lastReadingsKey = cacheKey<Map<number, Seconds>>("audit-readings");

/** Records that somebody reads the log: once an hour. */
export function noteReading(realm: Realm, { user_id }: Actor): void {
  const last = realm.cached(lastReadingsKey, () => new Map());
  const now = realm.seconds();
  const then = last.get(user_id);
  if (then !== undefined && now - then < HOUR) return;
  last.set(user_id, now);
  audit(realm, "audit.read", { of: organizationEntity(realm) });
}
