import { failureReason } from "../../../database/storage-health.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { dayOf } from "../../../util/time.ts";
import { scheduleEnd } from "./count-days.ts";
import { addPerson } from "./rows.ts";

const notedKey = cacheKey<{ day: number; readonly people: Set<UserId> }>("people noted today");

/** Records that a person is active. Writes one row per person and day. */
export function notePerson(realm: Realm, user: UserId): void {
  const day = dayOf(realm.seconds());
  const noted = realm.cached(notedKey, () => ({ day, people: new Set<UserId>() }));
  if (noted.day !== day) {
    noted.day = day;
    noted.people.clear();
  }
  // If storage can't be written, activity isn't recorded.
  if (noted.people.has(user) || failureReason(realm.identity.subdomain) !== undefined) return;
  noted.people.add(user);
  if (addPerson.first(realm.sql, { user, day }) !== undefined) scheduleEnd(realm, day);
}
