import { type NoParams, statement } from "../../../database/statement.ts";
import { reportUnreadable, storedAnything } from "../../../database/stored.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { type Language, spokenLanguage } from "../../../protocol/language.ts";
import {
  type RealmPermissionName,
  type RealmPermissions,
  realmPermissionNames,
  realmPermissions,
} from "../../../protocol/permission-settings.ts";
import { type RealmSettingName, type RealmSettings, realmSettingTable } from "../../../protocol/realm-settings.ts";
import { withDefaults } from "../../../protocol/setting-table.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { additive } from "../../../realm/schema.ts";
import { recordOf } from "../../../util/records.ts";
import { hasPermission, storedPermission, systemGroupIds } from "../user-groups/user-groups.ts";
import { settingStoredHook } from "./hooks.ts";

/** Settings and permissions of the organization, each as JSON. Anything without a row has its default. */
export const schema = [
  `CREATE TABLE organization_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
  additive("UPDATE organization_settings SET name = 'gif_rating_policy' WHERE name = 'giphy_rating';"),
];

const allSettings = statement<NoParams, { name: string; value: string }>(
  "SELECT name, value FROM organization_settings",
);
export const putSetting = statement<{ name: string; value: string }>(
  `INSERT INTO organization_settings (name, value) VALUES (:name, :value)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
);

const storedKey = cacheKey<Readonly<Record<string, unknown>>>("organization settings");
const settingsKey = cacheKey<RealmSettings>("realm settings");
const permissionsKey = cacheKey<RealmPermissions>("realm permissions");

const COLUMN = "organization_settings.value";
const readValue = storedAnything(COLUMN);

export const storedValues = (realm: Realm) =>
  realm.cached(storedKey, () =>
    Object.fromEntries(allSettings.all(realm.sql, {}).map(({ name, value }) => [name, readValue(value, name)])),
  );

/** Returns the organization's settings, with defaults for those that aren't set. */
export const realmSettings = (realm: Realm): RealmSettings =>
  realm.cached(settingsKey, () =>
    withDefaults(realmSettingTable, storedValues(realm), (name, problem) => reportUnreadable(COLUMN, name, problem)),
  );

/** Language of emails to people without an account. */
export const organizationLanguage = (realm: Realm): Language =>
  spokenLanguage(realmSettings(realm).default_language) ?? "en";

export const realmPermissionValues = (realm: Realm): RealmPermissions =>
  realm.cached(permissionsKey, () => {
    const found = storedValues(realm);
    const groupIds = systemGroupIds(realm);
    return recordOf(realmPermissionNames, (name) => {
      const isKept = Object.hasOwn(found, name);
      // An unreadable row counts as null rather than as never set.
      const value = isKept ? (found[name] ?? null) : undefined;
      return storedPermission(value, realmPermissions[name].rule, { groupIds, column: COLUMN, key: name });
    });
  });

/** Returns how many days the audit log keeps addresses and entries. Null means that entries are kept forever. */
export function auditPeriods(realm: Realm): { address: number; entry: number | null } {
  const { audit_address_days: address, audit_retention_days: entry } = realmSettings(realm);
  return { address, entry: entry < 0 ? null : entry };
}

/** Writes a setting. The caller emits it. */
export const writeSetting = <Name extends RealmSettingName>(realm: Realm, name: Name, value: RealmSettings[Name]) =>
  writeStored(realm, name, value);

/** Writes a value by its name, clears the caches, and notifies other features. */
export function writeStored(realm: Realm, name: string, value: unknown): void {
  putSetting.run(realm.sql, { name, value: JSON.stringify(value) });
  for (const key of [storedKey, settingsKey, permissionsKey]) realm.forget(key);
  realm.run(settingStoredHook, name);
}

export function permits(realm: Realm, actor: Pick<Actor, "user_id" | "role">, name: RealmPermissionName): boolean {
  return hasPermission(realm, actor, realmPermissionValues(realm)[name], realmPermissions[name].rule);
}

/** True if guests only see users they share a channel or a direct conversation with (users-groups-org.md 4.3). */
export const limitsGuests = (realm: Realm): boolean =>
  realmPermissionValues(realm).can_access_all_users_group !== systemGroupIds(realm)["role:everyone"];
