import { action } from "../../../../api/endpoint.ts";
import { integer } from "../../../../api/parameter.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import { only } from "../../../../realm/events/event.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { auditOrganization } from "../../../trust/audit-log/audit.ts";
import { accessChannel } from "../access.ts";
import { nonGuests } from "../audience.ts";
import { type Channel, channelIndex, writeChannel } from "../channels.ts";
import { defaultChannelsChanged } from "../events.ts";

/** Returns the channels that new users are subscribed to by default. */
export const defaultChannels = (realm: Realm): Channel[] =>
  [...channelIndex(realm).byId.values()].filter((channel) => channel.is_default === 1);

const changedEvent = (channels: readonly Channel[]) =>
  defaultChannelsChanged({ default_streams: channels.map(({ id }) => id) });

export const emitDefaultChannels = (realm: Realm) => realm.emit(changedEvent(defaultChannels(realm)), nonGuests(realm));

/** Emits the default channels to a user who is no longer a guest, or an empty list to a user who became one. */
export const emitDefaultChannelsTo = (realm: Realm, user: UserId, { isGuest }: { isGuest: boolean }) =>
  realm.emit(changedEvent(isGuest ? [] : defaultChannels(realm)), only(user));

/** Adds or removes a default channel, and emits the change. Throws for an archived one, which no one could use. */
export function setDefaultChannel(realm: Realm, channel: Channel, is_default: boolean): Channel {
  if ((channel.is_default === 1) === is_default) return channel;
  if (is_default && channel.is_archived === 1) throw badRequest("Channel is archived.");
  const changed = writeChannel(realm, channel, { is_default: Number(is_default) });
  const details = { channel: channel.id, name: channel.name, after: is_default };
  auditOrganization(realm, "organization.default_channels_changed", details);
  emitDefaultChannels(realm);
  return changed;
}

export const addDefaultChannelEndpoint = action({
  route: "POST /default_streams",
  by: "administrator",
  params: { stream_id: integer },
  run({ realm, actor, params }) {
    const channel = accessChannel(realm, actor, params.stream_id);
    if (channel.invite_only === 1) throw badRequest("Private channels cannot be made default.");
    setDefaultChannel(realm, channel, true);
  },
});

export const removeDefaultChannelEndpoint = action({
  route: "DELETE /default_streams",
  by: "administrator",
  params: { stream_id: integer },
  run({ realm, actor, params }) {
    setDefaultChannel(realm, accessChannel(realm, actor, params.stream_id), false);
  },
});
