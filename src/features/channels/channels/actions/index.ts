import { feature } from "../../../../feature.ts";
import { archiveChannelEndpoint } from "./archive-channel.ts";
import { updateChannelEndpoint } from "./update-channel.ts";

/** What administrators of a channel change of it. */
export const channelsActions = feature({
  name: "channel-settings",
  endpoints: [updateChannelEndpoint, archiveChannelEndpoint],
});
