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

/** Sets up one's two-factor authentication, and removes it from the account of a user who lost it. */
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
