import type { UserId } from "../../protocol/ids.ts";
import { only } from "../../realm/event.ts";
import type { Realm } from "../../realm/realm.ts";
import { roleOf } from "./audiences.ts";
import { userAdded, userRemoved } from "./events.ts";
import { profileOf } from "./profiles.ts";
import { userById } from "./rows.ts";
import { companionsOf, knows } from "./sight.ts";
import { UNKNOWN_NAME } from "./unknown-user.ts";
import { memberObject, type Viewer } from "./user-object.ts";

/**
 * Does what may change whom limited guests know of. Those who listen are told at once whom they have come to know, and
 * whom they know no more (register-and-events.md 5.4).
 */
export function tellingGuests<T>(realm: Realm, work: () => T): T {
  const before = listeningGuests(realm);
  const result = work();
  for (const { guest, companions } of before) {
    const now = new Set(companionsOf(realm, guest));
    for (const user of now) if (!companions.has(user)) tellKnown(realm, guest, user);
    for (const user of companions) if (!now.has(user)) tellUnknown(realm, guest, user);
  }
  return result;
}

type Guest = NonNullable<Viewer>;

function listeningGuests(realm: Realm): { guest: Guest; companions: ReadonlySet<UserId> }[] {
  const listening = new Set([...realm.queues.all()].map((queue) => queue.user_id));
  return [...listening].flatMap((user_id) => {
    const guest = { user_id, role: roleOf(realm, user_id) };
    const companions = companionsOf(realm, guest);
    return companions === null ? [] : [{ guest, companions: new Set(companions) }];
  });
}

/** Bots, and oneself, are known to everybody always. */
function tellKnown(realm: Realm, guest: Guest, id: UserId): void {
  const user = userById.one(realm.sql, { id });
  if (user.bot_type !== null || id === guest.user_id) return;
  const profile = profileOf(realm, id);
  const person = memberObject(user, realm.id, { viewer: guest, client_gravatar: false, profile });
  realm.emit(userAdded({ person, third_party_avatar: user.avatar_source === "G" }), only(guest.user_id));
}

function tellUnknown(realm: Realm, guest: Guest, id: UserId): void {
  if (knows(realm, guest, userById.one(realm.sql, { id }))) return;
  realm.emit(userRemoved({ person: { user_id: id, full_name: UNKNOWN_NAME } }), only(guest.user_id));
}
