import { type Audience, both } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import { changeRealm } from "../../organization/organization-actions/change-realm.ts";
import { CHANNEL_SETTINGS } from "../../organization/organization-settings/archive.ts";
import { storedValues } from "../../organization/organization-settings/realm-settings.ts";
import { accessFolder } from "../channel-folders/channel-folders.ts";
import { channelAudience, knowsArchivedChannels } from "../channels/audience.ts";
import {
  emitChannelCreated,
  emitChannelDeleted,
  emitChannelUpdated,
  emitSubscriberList,
  emitSubscriptionsAdded,
} from "../channels/channel-events.ts";
import { channelArchivedHook, channelUnarchivedHook, subscribersOf, writeChannel } from "../channels/channels.ts";
import { setDefaultChannel } from "../channels/default-channels/default-channels.ts";
import { removeFromDefaultGroups } from "../channels/default-groups/default-groups.ts";
import { changeFolder } from "./change-properties.ts";
import { auditChange, type ChannelChange, currentChannel, postChange } from "./channel-change.ts";

/**
 * Clients without support for archived channels. For them, archiving deletes a channel, and unarchiving creates it
 * again.
 */
const lacksArchivedChannels: Audience = { includes: (_user, client) => !can(client, "archived_channels") };

/**
 * Archives a channel, and resets the organization settings that refer to it. Its messages stay, and no new ones can be
 * sent to it.
 */
export function archive(change: ChannelChange): void {
  const { realm, actor, id } = change;
  postChange(change, "archived this channel.");
  auditChange(change, "channel.archived");
  const active = currentChannel(change);
  setDefaultChannel(realm, active, false);
  removeFromDefaultGroups(realm, active);
  const naming = [...CHANNEL_SETTINGS].filter((name) => storedValues(realm)[name] === id);
  changeRealm(realm, actor, Object.fromEntries(naming.map((name) => [name, -1])));
  const archived = writeChannel(realm, active, { is_archived: 1 });
  emitChannelUpdated(realm, archived, { property: "is_archived", value: true }, knowsArchivedChannels);
  emitChannelDeleted(realm, archived, both(channelAudience(realm, active), lacksArchivedChannels));
  realm.run(channelArchivedHook, archived);
}

export function unarchive(change: ChannelChange): void {
  const { realm } = change;
  const archived = currentChannel(change);
  if (archived.is_archived === 0) return;
  auditChange(change, "channel.unarchived");
  // The channel's folder may have been archived after the channel, but archived folders have no active channels.
  if (archived.folder_id !== null && accessFolder(realm, archived.folder_id).is_archived === 1) {
    changeFolder(change, null);
  }
  const channel = writeChannel(realm, currentChannel(change), { is_archived: 0 });
  emitChannelUpdated(realm, channel, { property: "is_archived", value: false }, knowsArchivedChannels);
  emitChannelCreated(realm, channel, both(channelAudience(realm, channel), lacksArchivedChannels));
  const subscribers = subscribersOf(realm, channel.id);
  emitSubscriptionsAdded(realm, new Map([...subscribers].map((user) => [user, [channel]])), lacksArchivedChannels);
  realm.run(channelUnarchivedHook, channel, subscribers, lacksArchivedChannels);
  const others: Audience = { includes: (user) => !subscribers.has(user) };
  emitSubscriberList(realm, channel, both(both(channelAudience(realm, channel), lacksArchivedChannels), others));
  postChange(change, "took this channel out of the archive.");
}
