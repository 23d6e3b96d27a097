import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { directConversationsOf, directConversationsWith } from "../../conversations/conversations.ts";
import { limitsGuestsHook, sharedChannelUsersHook, sharesChannelHook } from "./hooks.ts";
import { outsideAccessOf, seenFromOutside } from "./outside-access.ts";
import type { UserRow } from "./rows.ts";
import type { Viewer } from "./user-object.ts";

const limitsGuests = (realm: Realm) => realm.collect(limitsGuestsHook).some(Boolean);

type Account = Pick<UserRow, "id" | "bot_type">;

/**
 * True if a viewer can see that an account exists. A null viewer (a spectator or the server itself) isn't limited here.
 */
export function canAccessUser(realm: Realm, viewer: Viewer | null, user: Account): boolean {
  if (viewer === null) return true;
  const outside = outsideAccessOf(realm, viewer.user_id);
  if (outside !== undefined) return user.id === viewer.user_id || seenFromOutside(realm, outside).has(user.id);
  if (isAlwaysVisible(viewer, user)) return true;
  if (!limitsGuests(realm)) return true;
  const guest = viewer.user_id;
  return (
    realm.collect(sharesChannelHook, guest, user.id).some(Boolean) ||
    directConversationsWith(realm, guest, user.id).length > 0
  );
}

/**
 * Returns the users visible to a viewer, or null if all are. A guest limited by `can_access_all_users_group` sees those
 * who share a channel or a direct conversation. The Worker uses the list to filter accounts.
 */
export function visibleUserIds(realm: Realm, viewer: Viewer | null): readonly UserId[] | null {
  const outside = outsideAccessOf(realm, viewer?.user_id);
  if (outside !== undefined) return [...seenFromOutside(realm, outside)];
  if (viewer?.role !== Role.guest) return null;
  if (!limitsGuests(realm)) return null;
  const guest = viewer.user_id;
  const sharingChannels = realm.collect(sharedChannelUsersHook, guest).flatMap((users) => [...users]);
  const sharingConversations = directConversationsOf(realm, guest).flatMap(({ members }) => members);
  return [...new Set([...sharingChannels, ...sharingConversations])];
}

/** Returns a predicate for accounts visible to a viewer, given the result of `visibleUserIds`. Runs in the Worker. */
export function visibilityTest(
  visibleIds: ReadonlySet<UserId> | null,
  viewer: Viewer | null,
): (user: Account) => boolean {
  return (user) => visibleIds === null || isAlwaysVisible(viewer, user) || visibleIds.has(user.id);
}

/** True if an account is visible even if it isn't among `visibleUserIds`. Guests always see bots and themselves. */
function isAlwaysVisible(viewer: Viewer | null, user: Account): boolean {
  if (viewer?.outside === true) return user.id === viewer.user_id;
  return viewer?.role !== Role.guest || user.bot_type !== null || user.id === viewer.user_id;
}
