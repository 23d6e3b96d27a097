import { feature } from "../../../feature.ts";
import { archiveChannelEndpoint, updateChannelEndpoint } from "./endpoints.ts";

/** Changes and archives channels. */
export const channelsActions = feature({
  name: "channel-settings",
  endpoints: [updateChannelEndpoint, archiveChannelEndpoint],
});
