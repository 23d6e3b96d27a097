import { recordOf } from "../util/records.ts";
import { namesOf } from "./setting-table.ts";

/** Every way to sign in that the protocol names: as /register and PATCH /realm call it, and as /server_settings does. */
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

/** The methods an organization has switched on or off; one that it never touched is on. */
export type EnabledMethods = Readonly<Partial<Record<AuthenticationMethod, boolean>>>;

/** What clients are told of each way that a deployment can serve (register-and-events.md 4.1). */
export function methodObjects(offered: readonly AuthenticationMethod[], enabled: EnabledMethods) {
  const names = authenticationMethodNames.filter((name) => offered.includes(name));
  return recordOf(names, (name) => ({ enabled: enabled[name] !== false, available: true }));
}
