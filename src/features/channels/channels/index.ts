import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import {
  beforeKeyDisclosureHook,
  channelNamedHook,
  channelNameHook,
  sharedChannelUsersHook,
  sharesChannelHook,
  userInPermissionsHook,
} from "../../organization/accounts/hooks.ts";
import { beforeRealmSettingHook } from "../../organization/organization-settings/hooks.ts";
import { beforeMembershipChangeHook, groupUsesHook } from "../../organization/user-groups/hooks.ts";
import { accessChannelByName, checkPrivateChannelsReadable } from "./access.ts";
import { countActivity, DAILY_COUNT } from "./activity.ts";
import { channelArchive } from "./archive.ts";
import { emitChannelPermissionsNaming } from "./channel-events.ts";
import { channelIndex } from "./channels.ts";
import { checkRealmSetting } from "./check-realm-setting.ts";
import { addDefaultChannelEndpoint, removeDefaultChannelEndpoint } from "./default-channels/change-default-channels.ts";
import {
  addDefaultGroupEndpoint,
  changeDefaultGroupEndpoint,
  removeDefaultGroupEndpoint,
  updateDefaultGroupEndpoint,
} from "./default-groups/change-default-groups.ts";
import { defaultGroupsChanged } from "./default-groups/events.ts";
import { defaultGroupSchema } from "./default-groups/rows.ts";
import { defaultGroupState } from "./default-groups/state.ts";
import { getChannelEndpoint, getChannelIdEndpoint, getChannelsEndpoint, getSubscribersEndpoint } from "./endpoints.ts";
import { channelEvents } from "./events.ts";
import { channelsUsing, watchMemberships } from "./group-hooks.ts";
import { laterSchema, schema } from "./rows.ts";
import { sharedChannelUsers, sharesChannel } from "./shared-channels.ts";
import { channelState, defaultChannelState } from "./state.ts";

/** Channels, access to them, and their subscribers. The feature `subscriptions` changes subscriptions. */
export const channels = feature({
  name: "channels",
  schema: [...schema, ...defaultGroupSchema, ...laterSchema],
  archive: channelArchive,
  endpoints: [
    getChannelsEndpoint,
    getChannelEndpoint,
    getChannelIdEndpoint,
    getSubscribersEndpoint,
    addDefaultChannelEndpoint,
    removeDefaultChannelEndpoint,
    addDefaultGroupEndpoint,
    updateDefaultGroupEndpoint,
    removeDefaultGroupEndpoint,
    changeDefaultGroupEndpoint,
  ],
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
    on(channelNameHook, (realm, id) => channelIndex(realm).byId.get(id)?.name),
    on(channelNamedHook, (realm, actor, name) => accessChannelByName(realm, actor, name).id),
  ],
});
