import type { Realm } from "../../../realm/realm.ts";
import { sentPlacesBetween } from "../../conversations/changes.ts";
import { ALL_IDS } from "../../conversations/topics.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { activeHolds } from "./active.ts";
import { Coverage } from "./coverage.ts";
import { heldBySender, insertHeldPerson } from "./rows.ts";

/** Maximum messages of a person that are checked. With more, the profile is always retained. */
const MAX_SEARCHED = 1000;

/** Stores a user's identity before their profile is deleted, if a hold covers any of their data. */
export function keepPerson(realm: Realm, { id, full_name, delivery_email }: User): void {
  const holds = activeHolds(realm);
  if (holds.length === 0) return;
  const coverage = new Coverage(realm);
  const places = sentPlacesBetween(realm, id, ALL_IDS, MAX_SEARCHED);
  const wanting = holds.filter(
    (hold) =>
      hold.custodians.includes(id) ||
      places.length === MAX_SEARCHED ||
      places.some((place) => coverage.falls(place, undefined, hold)) ||
      heldBySender.first(realm.sql, { hold: hold.id, sender: id }) !== undefined,
  );
  if (wanting.length === 0) return;
  insertHeldPerson.run(realm.sql, {
    ...{ user_id: id, full_name, delivery_email },
    held_at: realm.seconds(),
    holds: JSON.stringify(wanting.map((hold) => hold.id)),
  });
}
