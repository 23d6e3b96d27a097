import { feature } from "../../../feature.ts";
import {
  beginSecondFactorEndpoint,
  confirmSecondFactorEndpoint,
  deleteSecondFactorEndpoint,
  getSecondFactorEndpoint,
  renewRecoveryCodesEndpoint,
  resetSecondFactorEndpoint,
} from "./endpoints.ts";
import { setupPages } from "./setup-pages.ts";

/** Sets up two-factor authentication for one's own account, and removes it from the account of a user who lost it. */
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
