import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { usedMethodsHook } from "../../organization/realm/hooks.ts";
import { unfinishedLoginsHook } from "../../organization/users/hooks.ts";
import { logoutPathHook } from "../logins/hooks.ts";
import { externalLoginArchive } from "./archive.ts";
import { beginLoginEndpoint } from "./begin-login.ts";
import { completeLoginEndpoint } from "./complete-login.ts";
import {
  beginLinkEndpoint,
  deleteExternalLoginEndpoint,
  desktopLoginEndpoint,
  endWithCodeEndpoint,
  getExternalLoginsEndpoint,
  joinByLoginEndpoint,
  logOutByServiceEndpoint,
} from "./endpoints.ts";
import { usedMethods } from "./external-logins.ts";
import { logOutAtServiceEndpoint, logoutPath } from "./log-out-at-service.ts";
import { loginIcons } from "./pages/login-icons.ts";
import { externalLoginPages } from "./pages/login-pages.ts";
import { deleteTicketsOf, schema } from "./rows.ts";

/** Logins at other services, through OpenID Connect and GitHub, including those of mobile and desktop apps. */
export const externalLogins = feature({
  name: "external-logins",
  schema,
  personal: { external_logins: { user: "user_id" }, login_tickets: { user: "user_id" } },
  archive: externalLoginArchive,
  endpoints: [
    beginLoginEndpoint,
    completeLoginEndpoint,
    joinByLoginEndpoint,
    endWithCodeEndpoint,
    desktopLoginEndpoint,
    getExternalLoginsEndpoint,
    beginLinkEndpoint,
    deleteExternalLoginEndpoint,
    logOutByServiceEndpoint,
    logOutAtServiceEndpoint,
  ],
  pages: [...externalLoginPages, ...loginIcons],
  handlers: [
    on(usedMethodsHook, usedMethods),
    on(logoutPathHook, logoutPath),
    on(unfinishedLoginsHook, (realm, user) => deleteTicketsOf.run(realm.sql, { user })),
  ],
});
