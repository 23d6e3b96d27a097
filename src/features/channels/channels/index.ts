import { feature } from "../../../feature.ts";
import { type GroupSettingValue, permissionsNamingGroup } from "../../../protocol/group-setting-value.ts";
import type { ChannelId, GroupId, UserId } from "../../../protocol/ids.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import {
  beforeKeyDisclosureHook,
  channelNamedHook,
  channelNameHook,
  sharedChannelUsersHook,
  sharesChannelHook,
  userInPermissionsHook,
} from "../../organization/accounts/hooks.ts";
import { beforeRealmSettingHook } from "../../organization/organization-settings/hooks.ts";
import {
  beforeMembershipChangeHook,
  type GroupUse,
  groupUsesHook,
  type MembershipChange,
} from "../../organization/user-groups/hooks.ts";
import { groupsContaining } from "../../organization/user-groups/membership.ts";
import { accessChannelByName, checkPrivateChannelsReadable, checkRealmSetting, hasMetadataAccess } from "./access.ts";
import { countActivity, DAILY_COUNT } from "./activity.ts";
import { channelArchive } from "./archive.ts";
import { emitChannelPermissionsNaming } from "./channel-events.ts";
import { channelState, defaultChannelState } from "./channel-lists.ts";
import { type Channel, channelIndex, everyChannel, subscribersOf, subscriptionsOf } from "./channels.ts";
import { addDefaultChannelEndpoint, removeDefaultChannelEndpoint } from "./default-channels/default-channels.ts";
import { defaultGroupSchema, defaultGroupState } from "./default-groups/default-groups.ts";
import { defaultGroupEndpoints } from "./default-groups/endpoints.ts";
import { defaultGroupsChanged } from "./default-groups/events.ts";
import { channelEndpoints } from "./endpoints.ts";
import { channelEvents } from "./events.ts";
import { laterSchema, schema } from "./rows.ts";
import { watchVisibility } from "./visibility-events.ts";

/** Runs before users join or leave groups. Returns a function that emits which channels became visible or hidden. */
const watchMemberships = (realm: Realm, { users, group }: MembershipChange): (() => void) =>
  watchVisibility(realm, { users, channels: group === null ? everyChannel(realm) : privateChannelsOf(realm, group) });

function privateChannelsOf(realm: Realm, group: GroupId): Channel[] {
  const groups: ReadonlySet<number> = groupsContaining(realm, group);
  const includesGroup = (value: GroupSettingValue) =>
    typeof value === "number" ? groups.has(value) : value.direct_subgroups.some((id) => groups.has(id));
  return everyChannel(realm).filter(
    (channel) => channel.invite_only === 1 && Object.values(channel.permissions).some(includesGroup),
  );
}

/** Channels that are not archived and have permissions referring to a group, each with those permissions. */
const channelsUsing = (realm: Realm, group: GroupId): GroupUse[] =>
  everyChannel(realm)
    .filter(({ is_archived }) => is_archived === 0)
    .map(({ id, permissions }) => ({
      type: "channel",
      channel_id: id,
      settings: permissionsNamingGroup(permissions, group),
    }));

const sharesChannel = (realm: Realm, one: UserId, other: UserId): boolean =>
  channelsOf(realm, one).some((channel) => subscribersOf(realm, channel).has(other));

const sharedChannelUsers = (realm: Realm, user: UserId): UserId[] =>
  channelsOf(realm, user).flatMap((channel) => [...subscribersOf(realm, channel)]);

const channelsOf = (realm: Realm, user: UserId): ChannelId[] =>
  subscriptionsOf(realm, user)
    .filter(({ active }) => active === 1)
    .map((row) => row.channel_id);

/** Channels, access to them, and their subscribers. The feature `subscriptions` changes subscriptions. */
export const channels = feature({
  name: "channels",
  schema: [...schema, ...defaultGroupSchema, ...laterSchema],
  archive: channelArchive,
  endpoints: [...channelEndpoints, addDefaultChannelEndpoint, removeDefaultChannelEndpoint, ...defaultGroupEndpoints],
  timers: { [DAILY_COUNT]: ({ realm }) => countActivity(realm) },
  events: [...channelEvents, defaultGroupsChanged],
  state: [channelState, defaultChannelState, defaultGroupState],
  handlers: [
    on(sharesChannelHook, sharesChannel),
    on(sharedChannelUsersHook, sharedChannelUsers),
    on(beforeMembershipChangeHook, watchMemberships),
    on(groupUsesHook, channelsUsing),
    on(userInPermissionsHook, emitChannelPermissionsNaming),
    on(beforeRealmSettingHook, checkRealmSetting),
    on(beforeKeyDisclosureHook, checkPrivateChannelsReadable),
    on(channelNameHook, (realm, user, id) => {
      const channel = channelIndex(realm).byId.get(id);
      return channel && hasMetadataAccess(realm, viewerOf(realm, user), channel) ? channel.name : undefined;
    }),
    on(channelNamedHook, (realm, actor, name) => accessChannelByName(realm, actor, name).id),
  ],
});
