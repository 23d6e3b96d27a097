import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { loginStandingHook } from "../../organization/users/public.ts";
import { loginStanding } from "./login-standing.ts";
import { schema } from "./rows.ts";

/** Codes of authenticator apps beside passwords, and recovery codes for whoever has lost the app. The endpoints are in `actions`. */
export const secondFactor = feature({
  name: "second-factor",
  schema,
  handlers: [on(loginStandingHook, loginStanding)],
});
