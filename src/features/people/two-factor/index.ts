import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { keysRenewedHook, secondFactorHook, unfinishedLoginsHook } from "../../organization/accounts/hooks.ts";
import { notifyLoginChange } from "./change-emails.ts";
import { deleteSetup, schema } from "./rows.ts";
import { secondFactorArchive, secondFactorCheck } from "./two-factor.ts";

/**
 * Codes from authenticator apps in addition to passwords, and recovery codes for users who lost the app. The endpoints
 * are in `two-factor-actions`.
 */
export const secondFactor = feature({
  name: "second-factor",
  schema,
  personal: {
    second_factors: { user: "user_id" },
    second_factor_setups: { user: "user_id" },
    recovery_codes: { user: "user_id" },
  },
  archive: secondFactorArchive,
  handlers: [
    on(secondFactorHook, secondFactorCheck),
    on(keysRenewedHook, (realm, user) => notifyLoginChange(realm, user, { kind: "new API key" })),
    on(unfinishedLoginsHook, (realm, user) => deleteSetup.run(realm.sql, { user })),
  ],
});
