import type { OrganizationFacts } from "../../../database/push-organizations.ts";
import { type NoParams, statement } from "../../../database/statement.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import { recordOf } from "../../../util/records.ts";
import type { Seconds } from "../../../util/time.ts";
import { realmUuid } from "../../messages/push-notifications/mobile/realm-uuid.ts";
import { isDeactivated } from "../../organization/organization-settings/deactivation.ts";
import { enabledMethods, offeredMethods } from "../../organization/organization-settings/login-methods.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";

export const schema = [
  `-- One row: the secret that proves to the push service who owns the organization's id, and when the service last didn't
   -- know the organization, which was then registered again.
   CREATE TABLE push_registration (owner_secret TEXT NOT NULL, unknown_at INTEGER) STRICT;`,
];

const registration = statement<NoParams, { owner_secret: string; unknown_at: Seconds | null }>(
  "SELECT owner_secret, unknown_at FROM push_registration",
);
const putRegistration = statement<{ owner_secret: string }>(
  "INSERT INTO push_registration (owner_secret) VALUES (:owner_secret)",
);
export const setUnknownAt = statement<{ at: Seconds }>("UPDATE push_registration SET unknown_at = :at");

/** Settings that affect the reported facts. */
export const TOLD_SETTINGS: ReadonlySet<string> = new Set([
  "name",
  "org_type",
  "authentication_methods",
  "deactivated_at",
]);

/** Returns the facts about the organization that are sent to the push service. Call it within a change. */
export function factsOf(realm: Realm): OrganizationFacts {
  const { name, org_type } = realmSettings(realm);
  const enabled = enabledMethods(realm);
  return {
    id: realm.id,
    uuid: realmUuid(realm),
    uuid_owner_secret: registrationOf(realm).owner_secret,
    host: new URL(realm.url).host,
    url: realm.url,
    name,
    org_type,
    date_created: realm.identity.created_at,
    deactivated: isDeactivated(realm),
    is_system_bot_realm: false,
    authentication_methods: recordOf(
      offeredMethods(realm.config, realm.identity.subdomain),
      (method) => enabled[method] !== false,
    ),
  };
}

/** Returns what the organization stores for the push service, created on first use. Call within a change. */
export function registrationOf(realm: Realm) {
  const known = registration.first(realm.sql, {});
  if (known !== undefined) return known;
  const made = { owner_secret: randomToken(realm.random, 43), unknown_at: null };
  putRegistration.run(realm.sql, made);
  return made;
}
