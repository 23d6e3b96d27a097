import type { LoginProvider } from "../../../config/login-providers.ts";
import { fillMarkup, noNames, parseMarkupNow } from "../../../markup/index.ts";
import {
  type AuthenticationMethod,
  authenticationMethodNames,
  authenticationMethods,
  type EnabledMethods,
} from "../../../protocol/authentication-methods.ts";
import { readsLevelForm } from "../../../protocol/client-dialect.ts";
import { versionFields } from "../../../protocol/version.ts";

/** The data of an organization that GET /server_settings returns without authentication. */
export interface PublicRealm {
  readonly url: string;
  readonly name: string;
  readonly icon_url: string;
  readonly rendered_description: string;
  /** Whether web-public channels are allowed and at least one exists. */
  readonly web_public_access_enabled: boolean;
  readonly enabledMethods: EnabledMethods;
}

/** Renders the organization's description as HTML, without mentions and previews. */
export const renderedDescription = (description: string): string =>
  fillMarkup(parseMarkupNow(description, {}), noNames).html;

/** Returns the login methods of other services (logins.md 1). */
const externalMethods = (providers: readonly LoginProvider[]) =>
  providers.map(({ id, name, icon, signsUp }) => ({
    name: id,
    display_name: name,
    display_icon: `/static/login/${icon}.svg`,
    login_url: `/accounts/login/social/${id}`,
    signup_url: `/accounts/${signsUp ? "register" : "login"}/social/${id}`,
  }));

interface ServerSettingsInput {
  /** Null if the request was sent to the root host and no organization is there. */
  readonly realm: PublicRealm | null;
  readonly offeredMethods: readonly AuthenticationMethod[];
  readonly providers: readonly LoginProvider[];
  readonly pushNotificationsEnabled: boolean;
  readonly client: string;
}

/** Returns the body of the reply to GET /server_settings (seed 4.23), with fields under current and former names. */
export function serverSettings({
  realm,
  offeredMethods,
  providers,
  pushNotificationsEnabled,
  client,
}: ServerSettingsInput) {
  const isOn = (method: AuthenticationMethod) =>
    offeredMethods.includes(method) && realm?.enabledMethods[method] !== false;
  return {
    ...versionFields(),
    authentication_methods: {
      password: isOn("Email") || isOn("LDAP"),
      ...Object.fromEntries(authenticationMethodNames.map((method) => [authenticationMethods[method], isOn(method)])),
      // One of the twelve methods in the specification, but this server has no such provider (conventions.md 9).
      ...(readsLevelForm(client) && { discord: false }),
    },
    external_authentication_methods: externalMethods(providers),
    push_notifications_enabled: pushNotificationsEnabled,
    is_incompatible: false,
    email_auth_enabled: isOn("Email"),
    // An LDAP directory can have usernames that aren't email addresses.
    require_email_format_usernames: !isOn("LDAP"),
    ...(realm === null ? {} : realmFields(realm)),
  };
}

const realmFields = (realm: PublicRealm) => ({
  realm_url: realm.url,
  realm_uri: realm.url,
  realm_name: realm.name,
  realm_icon: realm.icon_url,
  realm_description: realm.rendered_description,
  realm_web_public_access_enabled: realm.web_public_access_enabled,
});
