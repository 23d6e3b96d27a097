import { feature } from "../../../../feature.ts";
import {
  beginSecondFactorEndpoint,
  confirmSecondFactorEndpoint,
  deleteSecondFactorEndpoint,
  getSecondFactorEndpoint,
  renewRecoveryCodesEndpoint,
  resetSecondFactorEndpoint,
} from "./endpoints.ts";
import { setupPages } from "./setup-pages.ts";

/** Setting up the second factor of one's account, and taking it off the account of somebody who has lost it. */
export const secondFactorActions = feature({
  name: "second-factor-settings",
  tag: "second-factor",
  endpoints: [
    getSecondFactorEndpoint,
    beginSecondFactorEndpoint,
    confirmSecondFactorEndpoint,
    renewRecoveryCodesEndpoint,
    deleteSecondFactorEndpoint,
    resetSecondFactorEndpoint,
  ],
  pages: setupPages,
});
