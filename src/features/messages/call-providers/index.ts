import { feature } from "../../../feature.ts";
import {
  createBigBlueButtonCallEndpoint,
  createZoomCallEndpoint,
  joinBigBlueButtonCallEndpoint,
  joinBigBlueButtonCallPage,
  unconfiguredCallEndpoints,
} from "./endpoints.ts";

/** Links to video calls hosted by other services. */
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
