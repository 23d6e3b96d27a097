import { feature } from "../../../feature.ts";
import {
  createBigBlueButtonCallEndpoint,
  createZoomCallEndpoint,
  joinBigBlueButtonCallEndpoint,
  joinBigBlueButtonCallPage,
  unconfiguredCallEndpoints,
} from "./endpoints.ts";

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
