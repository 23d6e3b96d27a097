import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { addressGivenHook, addressToConfirmHook, unfinishedLoginsHook } from "../../organization/accounts/hooks.ts";
import { confirmEmailPage, emailConfirmedPage } from "./confirm-email-page.ts";
import { confirmEmailEndpoint, getEmailChangeEndpoint, updateSettingsEndpoint } from "./endpoints.ts";
import { askAboutGivenAddress, askToConfirm } from "./given-address.ts";
import { deleteEmailChange, schema } from "./rows.ts";

/** Changes the settings, name, email and password of one's own account. */
export const settingsActions = feature({
  name: "preferences",
  schema,
  personal: {
    email_changes: { user: "user_id" },
    email_change_requests: { user: "user_id" },
    address_keys: { user: "user_id" },
  },
  archive: {
    leftOut: {
      email_changes: "of the moment: the letter names the old server",
      email_change_requests: "of the moment",
      address_keys: "of the moment: the letters name the old server",
    },
  },
  endpoints: [updateSettingsEndpoint, getEmailChangeEndpoint, confirmEmailEndpoint],
  pages: [confirmEmailPage, emailConfirmedPage],
  handlers: [
    on(unfinishedLoginsHook, (realm, user) => deleteEmailChange.run(realm.sql, { user })),
    on(addressGivenHook, askAboutGivenAddress),
    on(addressToConfirmHook, askToConfirm),
  ],
});
