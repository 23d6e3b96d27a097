import { feature } from "../../../../feature.ts";
import { archiveChannelEndpoint } from "./archive-channel.ts";
import { updateChannelEndpoint } from "./update-channel.ts";

/** Changes and archives channels. */
export const channelsActions = feature({
  name: "channel-settings",
  endpoints: [updateChannelEndpoint, archiveChannelEndpoint],
});
