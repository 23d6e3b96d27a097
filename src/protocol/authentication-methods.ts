import { recordOf } from "../util/records.ts";
import { entryNames } from "./setting-table.ts";

/**
 * Every authentication method of the protocol. The keys are the names used in /register and PATCH /realm, the values
 * those used in /server_settings.
 */
export const authenticationMethods = Object.freeze({
  Apple: "apple",
  AzureAD: "azuread",
  Dev: "dev",
  Email: "email",
  GitHub: "github",
  GitLab: "gitlab",
  Google: "google",
  LDAP: "ldap",
  "OpenID Connect": "openid connect",
  RemoteUser: "remoteuser",
  SAML: "saml",
} as const);

export type AuthenticationMethod = keyof typeof authenticationMethods;

export const authenticationMethodNames = entryNames(authenticationMethods);

/** Which methods an organization has enabled or disabled. Unlisted methods are enabled. */
export type EnabledMethods = Readonly<Partial<Record<AuthenticationMethod, boolean>>>;

/**
 * Returns the `authentication_methods` of the API, limited to those the deployment offers (register-and-events.md 4.1).
 */
export function methodObjects(offered: readonly AuthenticationMethod[], enabled: EnabledMethods) {
  const names = authenticationMethodNames.filter((name) => offered.includes(name));
  return recordOf(names, (name) => ({ enabled: enabled[name] !== false, available: true }));
}
