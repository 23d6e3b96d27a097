import { feature } from "../../../../feature.ts";
import { confirmEmailEndpoint, getEmailChangeEndpoint } from "./confirm-email.ts";
import { confirmEmailPage, emailConfirmedPage } from "./confirm-email-page.ts";
import { schema } from "./rows.ts";
import { updateSettingsEndpoint } from "./update-settings.ts";

/** What people change of themselves: it stands above all that follows from a setting. */
export const preferences = feature({
  name: "preferences",
  schema,
  endpoints: [updateSettingsEndpoint, getEmailChangeEndpoint, confirmEmailEndpoint],
  pages: [confirmEmailPage, emailConfirmedPage],
});
