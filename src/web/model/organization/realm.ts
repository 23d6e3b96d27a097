import { type Handlers, keyedLists } from "../handlers.ts";
import { leavePermissions } from "../people/groups.ts";
import { isDeactivation } from "../people/users.ts";
import type { RealmDomain, State } from "../state.ts";

const domains = keyedLists((one: RealmDomain) => one.domain);

function setRealm(state: State, data: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(data)) Object.assign(state, { [`realm_${name}`]: value });
  if ("jitsi_server_url" in data)
    state.jitsi_server_url = state.realm_jitsi_server_url ?? state.server_jitsi_server_url;
  // The event only has `authentication_methods`. The client updates the fields that repeat its values.
  if (!("authentication_methods" in data)) return;
  const { Email, LDAP } = state.realm_authentication_methods as Record<string, { enabled: boolean } | undefined>;
  state.realm_email_auth_enabled = Email?.enabled ?? false;
  state.realm_password_auth_enabled = state.realm_email_auth_enabled || (LDAP?.enabled ?? false);
}

export const realmEvents: Handlers = {
  "realm/update": (state, { property, value }) => setRealm(state, { [property]: value }),
  // The state has no rendered description, because this client doesn't show it.
  "realm/update_dict": (state, { data: { rendered_description: _, ...data } }) => setRealm(state, data),
  realm_linkifiers: (state, { realm_linkifiers }) => {
    state.realm_linkifiers = realm_linkifiers;
  },
  realm_playgrounds: (state, { realm_playgrounds }) => {
    state.realm_playgrounds = realm_playgrounds;
  },
  bot_commands: (state, { bot_commands }) => {
    state.bot_commands = bot_commands;
  },
  "realm_domains/add": (state, { realm_domain }) => domains.put(state.realm_domains, realm_domain),
  "realm_domains/change": (state, { realm_domain }) => domains.put(state.realm_domains, realm_domain),
  "realm_domains/remove": (state, { domain }) => domains.take(state.realm_domains, domain),
  custom_profile_fields: (state, { fields }) => {
    state.custom_profile_fields = fields;
  },
  "realm_user_settings_defaults/update": (state, { property, value }) => {
    state.realm_user_settings_defaults[property] = value;
  },
  /** Deactivated accounts have no permissions. */
  "realm_user/update": (state, { person }) => isDeactivation(person) && leavePermissions(state, person.user_id),
};
