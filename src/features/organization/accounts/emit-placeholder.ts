import type { Audience } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import type { Realm } from "../../../realm/realm.ts";
import { userAudience } from "./audience.ts";
import { userAdded } from "./events.ts";
import type { UserRow } from "./rows.ts";
import { unknownUser } from "./unknown-user.ts";

/**
 * Emits an "Unknown user" entry for an account to users who can't see it, for clients without `user_list_incomplete`.
 * These need an entry for every user (register-and-events.md 3).
 */
export function emitPlaceholder(realm: Realm, user: UserRow, audience: Audience): void {
  const person = { ...unknownUser(user, { host: realm.host, since: realm.identity.created_at }), is_active: true };
  const hasAccess = userAudience(realm, user);
  const withoutAccess: Audience = {
    ...audience,
    includes: (id, client, queue) =>
      !can(client, "user_list_incomplete") &&
      audience.includes(id, client, queue) &&
      !hasAccess.includes(id, client, queue),
  };
  realm.emit(userAdded({ person, third_party_avatar: false }), withoutAccess);
}
