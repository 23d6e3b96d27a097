import type { Actor } from "../../../protocol/actor.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { ascending, type MessageIndexRow } from "../../conversations/conversations.ts";
import { accessUsers } from "../../organization/users/access.ts";
import { visibilityTest, visibleUserIds } from "../../organization/users/guest-visibility.ts";
import { inactiveUsers, usersHidingReadReceipts } from "../../organization/users/users.ts";
import { mutedBy, mutersOf } from "../../people/muted-users/muted-users.ts";
import { readersOf } from "../messages/read-state/who-read.ts";

/** Who has read a message, as far as somebody may know of it (messages.md 9); ascending. */
export function visibleReaders(realm: Realm, actor: Actor, place: MessageIndexRow): UserId[] {
  const readers = readersOf(realm, place);
  const hidden = [
    new Set([place.sender_id]),
    inactiveUsers(realm),
    usersHidingReadReceipts(realm, readers),
    mutedBy(realm, actor.user_id),
    mutersOf(realm, actor.user_id),
  ];
  const visible = readers.filter((user) => !hidden.some((users) => users.has(user)));
  return ascending(known(realm, actor, visible));
}

/** Guests may not know of everybody. */
function known(realm: Realm, actor: Actor, users: readonly UserId[]): readonly UserId[] {
  const visibleIds = visibleUserIds(realm, actor);
  if (visibleIds === null) return users;
  const isVisible = visibilityTest(new Set(visibleIds), actor);
  return accessUsers(realm, null, users)
    .filter(isVisible)
    .map(({ id }) => id);
}
