import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { loggedInHook } from "../../organization/accounts/hooks.ts";
import { notifyNewLogin, schema } from "./notify-of-login.ts";

/** Emails users when someone logs in to their account. */
export const loginAlerts = feature({
  name: "login-letters",
  schema,
  personal: { login_letters: { user: "user_id" } },
  archive: { leftOut: { login_letters: "of the moment" } },
  handlers: [on(loggedInHook, notifyNewLogin)],
});
