import * as v from "valibot";
import { type Actor, isOwner } from "../../../protocol/actor.ts";
import { badValue, unauthorizedPrincipal } from "../../../protocol/errors.ts";
import { groupSettingUpdateSchema } from "../../../protocol/group-setting-value.ts";
import {
  type RealmPermissionName,
  realmPermissionNames,
  realmPermissions,
} from "../../../protocol/permission-settings.ts";
import {
  derivedRealmSettings,
  type RealmSettingName,
  realmSettingAliases,
  realmSettingNames,
  realmSettingTable,
} from "../../../protocol/realm-settings.ts";
import { everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canonical, type Json } from "../../../util/canonical.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { expireSoon } from "../../trust/audit-log/expiry.ts";
import { updateFullMembers } from "../account-actions/roles.ts";
import { checkLentKeys } from "../accounts/api-keys/api-keys.ts";
import { withGuestVisibilityEvents } from "../accounts/visibility-events.ts";
import { callProviderBefore, emitCallProvider } from "../organization-settings/call-provider.ts";
import { realmDictUpdated, realmUpdated } from "../organization-settings/events.ts";
import { beforeRealmSettingHook, retentionChangedHook } from "../organization-settings/hooks.ts";
import { realmPermissionValues, realmSettings, writeStored } from "../organization-settings/realm-settings.ts";
import { renderedDescription } from "../organization-settings/server-settings-fields.ts";
import { updatedPermission, visibleValue } from "../user-groups/access.ts";

/**
 * Changes the permissions and settings named in a request, and emits them. Most settings get their own event;
 * permissions and some settings share one (register-and-events.md 5.5).
 */
export function changeRealm(realm: Realm, actor: Actor, sent: Readonly<Record<string, unknown>>): void {
  const data: Record<string, unknown> = {};
  for (const name of realmPermissionNames) {
    if (sent[name] !== undefined) Object.assign(data, changePermission(realm, actor, name, sent[name]));
  }
  for (const name of realmSettingNames) {
    if (sent[name] !== undefined) Object.assign(data, changeSetting(realm, actor, name, sent[name]));
  }
  if (Object.keys(data).length > 0) realm.emit(realmDictUpdated({ property: "default", data }), everyone);
}

/** Changes one permission. Returns its field for the `update_dict` event. */
function changePermission(realm: Realm, actor: Actor, name: RealmPermissionName, sent: unknown) {
  const { rule, mayChange } = realmPermissions[name];
  if (mayChange === "owner" && !isOwner(actor)) throw unauthorizedPrincipal("owner");
  const update = v.parse(groupSettingUpdateSchema, sent);
  const value = updatedPermission(realm, realmPermissionValues(realm)[name], update, { name, rule });
  if (value === undefined) return {};
  const before = realmPermissionValues(realm)[name];
  auditOrganization(realm, "organization.setting_changed", { name, before, after: value });
  // Permissions also determine which users guests can see.
  withGuestVisibilityEvents(realm, () => writeStored(realm, name, value));
  checkLentKeys(realm);
  return { [name]: visibleValue(realm, value) };
}

/** Changes one setting. Emits it, or returns its fields for the `update_dict` event if it belongs there. */
function changeSetting(realm: Realm, actor: Actor, name: RealmSettingName, sent: unknown) {
  const { schema, words, mayChange, event } = realmSettingTable[name];
  if (mayChange === "owner" && !isOwner(actor)) throw unauthorizedPrincipal("owner");
  const isWord = typeof sent === "string" && Object.hasOwn(words, sent);
  const value: unknown = isWord ? Object.entries(words).find(([each]) => each === sent)?.[1] : sent;
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) throw badValue(name, String(sent));
  realm.run(beforeRealmSettingHook, actor, name, parsed.output);
  if (canonical(parsed.output as Json) === canonical(realmSettings(realm)[name] as Json)) return {};
  const details = { name, before: realmSettings(realm)[name] as Json, after: parsed.output as Json };
  auditOrganization(realm, "organization.setting_changed", details);
  const provider = callProviderBefore(realm);
  writeStored(realm, name, parsed.output);
  if (name === "waiting_period_threshold") updateFullMembers(realm);
  if (name === "message_retention_days") realm.run(retentionChangedHook, { isNew: false });
  if (name === "audit_address_days" || name === "audit_retention_days") expireSoon(realm);
  if (name === "video_chat_provider" || name === "jitsi_server_url") {
    emitCallProvider(realm, name, provider);
    return {};
  }
  if (event === "update_dict") return dictFields(realm, name, parsed.output);
  for (const property of [
    name,
    ...Object.entries(realmSettingAliases).flatMap(([of, other]) => (of === name ? [other] : [])),
  ]) {
    realm.emit(realmUpdated({ property, value: parsed.output }), everyone);
  }
  if (name === "message_edit_history_visibility_policy") {
    const { allow_edit_history } = derivedRealmSettings(realmSettings(realm));
    realm.emit(realmUpdated({ property: "allow_edit_history", value: allow_edit_history }), everyone);
  }
  return {};
}

/** Returns a setting's fields in the `update_dict` event, along with related settings. */
function dictFields(realm: Realm, name: RealmSettingName, value: unknown) {
  const settings = realmSettings(realm);
  if (name === "topics_policy")
    return { topics_policy: value, mandatory_topics: derivedRealmSettings(settings).mandatory_topics };
  if (name === "description")
    return { description: value, rendered_description: renderedDescription(settings.description) };
  const { allow_message_editing, message_content_edit_limit_seconds } = settings;
  return { allow_message_editing, message_content_edit_limit_seconds };
}
