import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { directConversationsOf, placesOfMessages } from "../../conversations/conversations.ts";
import { sentPlacesBetween } from "../../conversations/message-places.ts";
import { ALL_IDS } from "../../conversations/topics.ts";
import { pressesBy } from "../../messages/presses/presses.ts";
import { messagesWithPartsBy } from "../../messages/widgets/widgets.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { activeHolds } from "./active.ts";
import { Coverage } from "./coverage.ts";
import { coversPageBy } from "./keep-pages.ts";
import { deleteHeldPerson, insertHeldPerson, partOfHold, peopleOfHoldAlone } from "./rows.ts";

/** Maximum number of a user's messages that are checked. If there are more, the profile is always retained. */
const MAX_SEARCHED = 1000;

/** Stores a user's identity before their profile is deleted, if a hold covers any of their data. */
export function keepPerson(realm: Realm, { id: user_id, full_name, delivery_email }: User): void {
  const holds = holdsCovering(realm, user_id);
  if (holds.length === 0) return;
  insertHeldPerson.run(realm.sql, {
    ...{ user_id, full_name, delivery_email },
    held_at: realm.seconds(),
    holds: JSON.stringify(holds),
  });
}

/**
 * Returns the holds that cover or retain something a user wrote (messages, additions to others' messages, or pages), or
 * messages of the user's direct conversations.
 */
function holdsCovering(realm: Realm, user: UserId): number[] {
  const holds = activeHolds(realm);
  if (holds.length === 0) return [];
  const coverage = new Coverage(realm);
  const added = [
    ...messagesWithPartsBy(realm, user, MAX_SEARCHED),
    ...pressesBy(realm, user).map(({ message_id }) => message_id),
  ];
  const places = [...sentPlacesBetween(realm, user, ALL_IDS, MAX_SEARCHED), ...placesOfMessages(realm, added)];
  const directs = directConversationsOf(realm, user).map(({ id }) => id);
  const covering = holds.filter(
    (hold) =>
      hold.custodians.includes(user) ||
      places.length >= MAX_SEARCHED ||
      places.some((place) => coverage.falls(place, undefined, hold)) ||
      directs.some((conversation) => coverage.fallsDirect(conversation, hold)) ||
      coversPageBy(realm, hold, user) ||
      partOfHold.first(realm.sql, { hold: hold.id, user, directs: JSON.stringify(directs) }) !== undefined,
  );
  return covering.map(({ id }) => id);
}

/**
 * Handles the next identities that only a released hold retains: passes each to the other holds that cover any of the
 * user's data, or deletes it. Returns whether there may be more.
 */
export function letGoOfPeople(realm: Realm, hold: number, most: number): boolean {
  const people = peopleOfHoldAlone.all(realm.sql, { hold, most });
  for (const person of people) {
    const holds = holdsCovering(realm, person.user_id);
    if (holds.length > 0) insertHeldPerson.run(realm.sql, { ...person, holds: JSON.stringify(holds) });
    else deleteHeldPerson.run(realm.sql, { user: person.user_id });
  }
  return people.length === most;
}
