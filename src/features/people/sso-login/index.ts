import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { unfinishedLoginsHook } from "../../organization/accounts/hooks.ts";
import { usedMethodsHook } from "../../organization/organization-settings/hooks.ts";
import { logoutPathHook } from "../sessions/hooks.ts";
import { externalLoginArchive } from "./archive.ts";
import { beginLoginEndpoint } from "./begin-login.ts";
import { completeLoginEndpoint } from "./complete-login.ts";
import { ssoLoginEndpoints } from "./endpoints.ts";
import { logOutAtServiceEndpoint, logoutPath } from "./log-out-at-service.ts";
import { loginIcons } from "./pages/login-icons.ts";
import { externalLoginPages } from "./pages/login-pages.ts";
import { deleteTicketsOf, schema } from "./rows.ts";
import { usedMethods } from "./sso-login.ts";

/** Logins at other services, through OpenID Connect and GitHub, including those of mobile and desktop apps. */
export const externalLogins = feature({
  name: "external-logins",
  schema,
  personal: { external_logins: { user: "user_id" }, login_tickets: { user: "user_id" } },
  archive: externalLoginArchive,
  endpoints: [beginLoginEndpoint, completeLoginEndpoint, ...ssoLoginEndpoints, logOutAtServiceEndpoint],
  pages: [...externalLoginPages, ...loginIcons],
  handlers: [
    on(usedMethodsHook, usedMethods),
    on(logoutPathHook, logoutPath),
    on(unfinishedLoginsHook, (realm, user) => deleteTicketsOf.run(realm.sql, { user })),
  ],
});
