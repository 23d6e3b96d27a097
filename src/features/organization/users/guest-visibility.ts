import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { directConversationsOf, directConversationsWith } from "../../conversations/conversations.ts";
import { limitsGuestsHook, sharedChannelUsersHook, sharesChannelHook } from "./hooks.ts";
import type { UserRow } from "./rows.ts";
import type { Viewer } from "./user-object.ts";

const limitsGuests = (realm: Realm) => realm.collect(limitsGuestsHook).some(Boolean);

type Account = Pick<UserRow, "id" | "bot_type">;

/** Whether somebody may know of an account; the server itself, who is nobody, knows all. */
export function canAccessUser(realm: Realm, viewer: Viewer | null, user: Account): boolean {
  if (viewer === null || isOpen(viewer, user)) return true;
  if (!limitsGuests(realm)) return true;
  const guest = viewer.user_id;
  return (
    realm.collect(sharesChannelHook, guest, user.id).some(Boolean) ||
    directConversationsWith(realm, guest, user.id).length > 0
  );
}

/** Those whom a limited viewer shares something with, for the Worker to choose from a list; null where there is no limit. */
export function visibleUserIds(realm: Realm, viewer: Viewer | null): readonly UserId[] | null {
  if (viewer?.role !== Role.guest) return null;
  if (!limitsGuests(realm)) return null;
  const guest = viewer.user_id;
  const sharingChannels = realm.collect(sharedChannelUsersHook, guest).flatMap((users) => [...users]);
  const sharingConversations = directConversationsOf(realm, guest).flatMap(({ members }) => members);
  return [...new Set([...sharingChannels, ...sharingConversations])];
}

/** In the Worker: whether an account is one that the viewer may know of. */
export function visibilityTest(
  visibleIds: ReadonlySet<UserId> | null,
  viewer: Viewer | null,
): (user: Account) => boolean {
  return (user) => visibleIds === null || isOpen(viewer, user) || visibleIds.has(user.id);
}

/** Bots, and oneself; and for everybody but guests everybody. */
const isOpen = (viewer: Viewer | null, user: Account): boolean =>
  viewer?.role !== Role.guest || user.bot_type !== null || user.id === viewer.user_id;
