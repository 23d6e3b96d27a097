import { isGuest } from "../../protocol/actor.ts";
import { can } from "../../realm/queue-client.ts";
import { stateSlice } from "../../realm/state-slice.ts";
import { accessibleChannels } from "./access.ts";
import type { ChannelObject } from "./channel-fields.ts";
import { collectLists, shapeLists } from "./channel-lists.ts";
import { defaultChannels } from "./default-channels.ts";

/** The channels that somebody may know of, and what they have to do with each (register-and-events.md 4). */
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
    const streams = JSON.parse(lists.channels) as ChannelObject[];
    return { ...(stream ? { streams } : {}), ...(subscription ? shapeLists(lists, streams, client) : {}) };
  },
});

export const defaultChannelState = stateSlice({
  types: ["default_streams"],
  collect: ({ realm, actor }) => ({
    realm_default_streams: actor === null || isGuest(actor) ? [] : defaultChannels(realm).map(({ id }) => id),
  }),
});
