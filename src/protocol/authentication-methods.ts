import { recordOf } from "../util/records.ts";
import { namesOf } from "./setting-table.ts";

/**
 * Every authentication method of the protocol: its name in /register and PATCH /realm, and its name in
 * /server_settings.
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

export const authenticationMethodNames = namesOf(authenticationMethods);

/** The methods that an organization has switched on or off. A method that is not listed is on. */
export type EnabledMethods = Readonly<Partial<Record<AuthenticationMethod, boolean>>>;

/** The `authentication_methods` of the API: those that the deployment offers (register-and-events.md 4.1). */
export function methodObjects(offered: readonly AuthenticationMethod[], enabled: EnabledMethods) {
  const names = authenticationMethodNames.filter((name) => offered.includes(name));
  return recordOf(names, (name) => ({ enabled: enabled[name] !== false, available: true }));
}
