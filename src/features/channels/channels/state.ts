import { unpacked } from "../../../database/stored.ts";
import { isGuest } from "../../../protocol/actor.ts";
import { isZulipTerminal } from "../../../protocol/client-dialect.ts";
import { can, type QueueClient } from "../../../realm/events/queue-client.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { accessibleChannels } from "./access.ts";
import type { ChannelObject } from "./channel-fields.ts";
import { type ChannelLists, collectLists, shapeLists } from "./channel-lists.ts";
import { defaultChannels } from "./default-channels/default-channels.ts";

/** Channels the caller can see, and their subscriptions to them (register-and-events.md 4). */
export const channelState = stateSlice({
  types: ["stream", "subscription"],
  collect({ realm, actor, client, fetches }) {
    const seesArchived = can(client, "archived_channels");
    const channels = accessibleChannels(realm, actor).filter(({ is_archived }) => seesArchived || is_archived === 0);
    const subscription = fetches("subscription");
    const subscribers = subscription && client.include_subscribers !== false;
    return { stream: fetches("stream"), subscription, lists: collectLists(realm, actor, { channels, subscribers }) };
  },
  shape({ stream, subscription, lists }, client) {
    const streams = unpacked<ChannelObject[]>(lists.channels);
    return { ...(stream ? { streams } : {}), ...(subscription ? withAddresses(lists, streams, client) : {}) };
  },
});

function withAddresses(lists: ChannelLists, channels: readonly ChannelObject[], client: QueueClient) {
  const shaped = shapeLists(lists, channels, client);
  if (!isZulipTerminal(client.name)) return shaped;
  return { ...shaped, subscriptions: shaped.subscriptions.map((one) => ({ ...one, email_address: "" })) };
}

export const defaultChannelState = stateSlice({
  types: ["default_streams"],
  collect: ({ realm, actor }) => ({
    realm_default_streams: actor === null || isGuest(actor) ? [] : defaultChannels(realm).map(({ id }) => id),
  }),
});
