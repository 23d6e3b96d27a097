import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type MessageIndexRow, sortUnique } from "../../conversations/conversations.ts";
import { accessUsers } from "../../organization/accounts/access.ts";
import { inactiveUsers, usersHidingReadReceipts } from "../../organization/accounts/accounts.ts";
import { visibilityTest, visibleUserIds } from "../../organization/accounts/guest-visibility.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { mutedBy, mutersOf } from "../../people/muted-users/muted-users.ts";
import { readersOf } from "../core/read-state/who-read.ts";
import { accessMessage } from "../core/store/access.ts";

/** Returns the users who have read a message and whom the actor can see (messages.md 9), sorted by id. */
function visibleReaders(realm: Realm, actor: Actor, place: MessageIndexRow): UserId[] {
  const readers = readersOf(realm, place);
  const hidden = [
    new Set([place.sender_id]),
    inactiveUsers(realm),
    usersHidingReadReceipts(realm, readers),
    mutedBy(realm, actor.user_id),
    mutersOf(realm, actor.user_id),
  ];
  const visible = readers.filter((user) => !hidden.some((users) => users.has(user)));
  return sortUnique(knownUsers(realm, actor, visible));
}

/** Leaves out users whom the actor can't see. Only guests may be unable to see some users. */
function knownUsers(realm: Realm, actor: Actor, users: readonly UserId[]): readonly UserId[] {
  const visibleIds = visibleUserIds(realm, actor);
  if (visibleIds === null) return users;
  const isVisible = visibilityTest(new Set(visibleIds), actor);
  return accessUsers(realm, null, users)
    .filter(isVisible)
    .map(({ id }) => id);
}

const getReadReceiptsEndpoint = action({
  route: "GET /messages/:message_id/read_receipts",
  outside: true,
  params: { message_id: integer },
  reply: { user_ids: v.array(v.number()) },
  run({ realm, actor, params }) {
    const place = accessMessage(realm, actor, params.message_id);
    if (!realmSettings(realm).enable_read_receipts) {
      throw badRequest("Read receipts are disabled in this organization.");
    }
    return { user_ids: visibleReaders(realm, actor, place) };
  },
});

export const readReceipts = feature({ name: "receipts", endpoints: [getReadReceiptsEndpoint] });
