import type { UserId } from "../../../protocol/ids.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { nonGuests } from "./audience.ts";
import { type Channel, channelIndex, writeChannel } from "./channels.ts";
import { defaultChannelsChanged } from "./events.ts";

/** The channels that new people start in. */
export const defaultChannels = (realm: Realm): Channel[] =>
  [...channelIndex(realm).byId.values()].filter((channel) => channel.is_default === 1);

const told = (channels: readonly Channel[]) =>
  defaultChannelsChanged({ default_streams: channels.map(({ id }) => id) });

export const emitDefaultChannels = (realm: Realm) => realm.emit(told(defaultChannels(realm)), nonGuests(realm));

/** Somebody has become a guest, who starts nowhere and is told of nothing, or is one no longer. */
export const emitDefaultChannelsTo = (realm: Realm, user: UserId, { isGuest }: { isGuest: boolean }) =>
  realm.emit(told(isGuest ? [] : defaultChannels(realm)), only(user));

/** Makes a channel one that new people start in, or no longer; tells it where it changes anything. */
export function setDefaultChannel(realm: Realm, channel: Channel, is_default: boolean): Channel {
  if ((channel.is_default === 1) === is_default) return channel;
  const changed = writeChannel(realm, channel, { is_default: Number(is_default) });
  emitDefaultChannels(realm);
  return changed;
}
