import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { subscribersOf, subscriptionsOf } from "./channels.ts";

export const sharesChannel = (realm: Realm, one: UserId, other: UserId): boolean =>
  channelsOf(realm, one).some((channel) => subscribersOf(realm, channel).has(other));

export const sharedChannelUsers = (realm: Realm, user: UserId): UserId[] =>
  channelsOf(realm, user).flatMap((channel) => [...subscribersOf(realm, channel)]);

const channelsOf = (realm: Realm, user: UserId): ChannelId[] =>
  subscriptionsOf(realm, user)
    .filter(({ active }) => active === 1)
    .map((row) => row.channel_id);
