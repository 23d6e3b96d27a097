import type { ChannelId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { subscribersOf, subscriptionsOf } from "../../../channels/channels/channels.ts";
import { directConversationsOf, directConversationsWith } from "../../../conversations/conversations.ts";
import { systemGroupIds } from "../../groups/groups.ts";
import { realmPermissionValues } from "../../realm/realm-settings.ts";
import type { GuestSight } from "../guest-visibility.ts";

/** A guest shares channels, and conversations of direct messages. */
export const guestSight: GuestSight = {
  isLimited: (realm) =>
    realmPermissionValues(realm).can_access_all_users_group !== systemGroupIds(realm)["role:everyone"],
  shares: (realm, guest, user) =>
    channelsOf(realm, guest).some((channel) => subscribersOf(realm, channel).has(user)) ||
    directConversationsWith(realm, guest, user).length > 0,
  companions: (realm, guest) =>
    new Set([
      ...channelsOf(realm, guest).flatMap((channel) => [...subscribersOf(realm, channel)]),
      ...directConversationsOf(realm, guest).flatMap(({ members }) => members),
    ]),
};

const channelsOf = (realm: Realm, user: UserId): ChannelId[] =>
  subscriptionsOf(realm, user)
    .filter(({ active }) => active === 1)
    .map((row) => row.channel_id);
