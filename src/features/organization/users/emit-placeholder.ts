import type { Audience } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import { userAudience } from "./audience.ts";
import { userAdded } from "./events.ts";
import type { UserRow } from "./rows.ts";
import { unknownUser } from "./unknown-user.ts";

/** Old clients need an entry for everybody, also for those whom they may not know (register-and-events.md 3). */
export function emitPlaceholder(realm: Realm, user: UserRow, among: Audience): void {
  const person = { ...unknownUser(user, { host: realm.host, since: realm.identity.created_at }), is_active: true };
  const known = userAudience(realm, user);
  const audience: Audience = {
    ...among,
    includes: (id, client, queue) =>
      !can(client, "user_list_incomplete") && among.includes(id, client, queue) && !known.includes(id, client, queue),
  };
  realm.emit(userAdded({ person, third_party_avatar: false }), audience);
}
