import { feature } from "../../../feature.ts";
import { createBigBlueButtonCallEndpoint, createZoomCallEndpoint, unconfiguredCallEndpoints } from "./create-call.ts";
import { joinBigBlueButtonCallEndpoint, joinBigBlueButtonCallPage } from "./join-call.ts";

/** Links to video calls, which other services host. */
export const videoCalls = feature({
  name: "calls",
  endpoints: [
    createBigBlueButtonCallEndpoint,
    createZoomCallEndpoint,
    ...unconfiguredCallEndpoints,
    joinBigBlueButtonCallEndpoint,
  ],
  pages: [joinBigBlueButtonCallPage],
});
