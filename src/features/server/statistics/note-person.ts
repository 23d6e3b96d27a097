import { failureReason } from "../../../database/storage-health.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { dayOf } from "../../../util/time.ts";
import { scheduleEnd } from "./count-days.ts";
import { addPerson } from "./rows.ts";

const notedKey = cacheKey<{ day: number; readonly people: Set<UserId> }>("people noted today");

/** Notes that a person is there. One row is written for each person and day. */
export function notePerson(realm: Realm, user: UserId): void {
  const day = dayOf(realm.seconds());
  const noted = realm.cached(notedKey, () => ({ day, people: new Set<UserId>() }));
  if (noted.day !== day) {
    noted.day = day;
    noted.people.clear();
  }
  // Without storage that can be written, people are there as before.
  if (noted.people.has(user) || failureReason(realm.identity.subdomain) !== undefined) return;
  noted.people.add(user);
  if (addPerson.first(realm.sql, { user, day }) !== undefined) scheduleEnd(realm, day);
}
