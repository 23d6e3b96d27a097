import { feature } from "../../../feature.ts";
import { archiveChannelEndpoint, updateChannelEndpoint } from "./endpoints.ts";

export const channelsActions = feature({
  name: "channel-settings",
  endpoints: [updateChannelEndpoint, archiveChannelEndpoint],
});
