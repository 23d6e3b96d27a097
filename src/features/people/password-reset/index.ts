import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { unfinishedLoginsHook } from "../../organization/accounts/hooks.ts";
import {
  getResetEndpoint,
  makePasswordLinkEndpoint,
  requestResetEndpoint,
  resetPasswordEndpoint,
} from "./endpoints.ts";
import { forgetReset } from "./password-reset.ts";
import { resetPages } from "./reset-pages.ts";
import { schema } from "./rows.ts";

/** New passwords for users who forgot theirs, by email, or through a link that someone else passes on. */
export const passwordReset = feature({
  name: "password-reset",
  schema,
  personal: { password_resets: { user: "user_id" }, password_reset_letters: { address: "email" } },
  archive: {
    leftOut: {
      password_resets: "of the moment: the letter names the old server",
      password_reset_letters: "of the moment",
    },
  },
  endpoints: [requestResetEndpoint, getResetEndpoint, resetPasswordEndpoint, makePasswordLinkEndpoint],
  pages: resetPages,
  handlers: [on(unfinishedLoginsHook, forgetReset)],
});
