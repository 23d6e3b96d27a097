import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import {
  alias,
  json,
  jsonOrText,
  optional,
  type Parameter,
  type Parameters,
  quotableTextOf,
} from "../../../../endpoints/parameter.ts";
import { type Actor, isOwner } from "../../../../protocol/actor.ts";
import { boundedRecord, boundedText } from "../../../../protocol/bounded.ts";
import { badValue, unauthorizedPrincipal } from "../../../../protocol/errors.ts";
import { groupSettingUpdateSchema } from "../../../../protocol/group-setting-value.ts";
import {
  type RealmPermissionName,
  realmPermissionNames,
  realmPermissions,
} from "../../../../protocol/permission-settings.ts";
import {
  derivedRealmSettings,
  type RealmSettingName,
  realmSettingAliases,
  realmSettingNames,
  realmSettingTable,
} from "../../../../protocol/realm-settings.ts";
import { everyone } from "../../../../realm/events/event.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { recordOf } from "../../../../util/records.ts";
import { updatedPermission, visibleValue } from "../../groups/access.ts";
import { updateFullMembers } from "../../users/actions/roles.ts";
import { withGuestVisibilityEvents } from "../../users/visibility-events.ts";
import { realmDictUpdated, realmUpdated } from "../events.ts";
import { beforeRealmSettingHook, retentionChangedHook } from "../hooks.ts";
import { realmPermissionValues, realmSettings, writePermission, writeSettingValue } from "../realm-settings.ts";
import { changeMethods } from "../sign-in.ts";

const settingParams: Parameters = recordOf(realmSettingNames, (name) => optional(settingParameter(name)));
const permissionParams: Parameters = recordOf(realmPermissionNames, () => optional(json(groupSettingUpdateSchema)));

/** An array passes for a record. */
const methodsSchema = v.pipe(
  v.unknown(),
  v.check((methods) => !Array.isArray(methods), "{} is not a dict"),
  boundedRecord("word", v.boolean(), "names"),
);

/** Text comes bare or quoted; a limit is a number, or a word for having none; the rest is JSON. */
function settingParameter(name: RealmSettingName): Parameter<unknown> {
  const { default: initial, words, schema } = realmSettingTable[name];
  const older = Object.entries(realmSettingAliases).flatMap(([of, other]) => (of === name ? [other] : []));
  const hasWords = Object.keys(words).length > 0;
  const inner: Parameter<unknown> = hasWords
    ? jsonOrText(v.nullable(v.union([v.number(), boundedText("word")])))
    : typeof initial === "string"
      ? quotableTextOf<unknown>(schema)
      : json<unknown>(schema);
  return alias(inner, ...older);
}

export const updateRealmEndpoint = action({
  route: "PATCH /realm",
  by: "administrator",
  params: { ...settingParams, ...permissionParams, authentication_methods: optional(json(methodsSchema)) },
  reply: {},
  run({ realm, actor, params }) {
    const given: Record<string, unknown> = params;
    if (params.authentication_methods !== undefined) {
      if (!isOwner(actor)) throw unauthorizedPrincipal("owner");
      changeMethods(realm, params.authentication_methods);
    }
    const dict: Record<string, unknown> = {};
    for (const name of realmPermissionNames) {
      if (given[name] !== undefined) Object.assign(dict, updatePermission(realm, actor, name, given[name]));
    }
    for (const name of realmSettingNames) {
      if (given[name] !== undefined) Object.assign(dict, updateSetting(realm, actor, name, given[name]));
    }
    if (Object.keys(dict).length > 0) realm.emit(realmDictUpdated({ property: "default", data: dict }), everyone);
    return {};
  },
});

/** Changes one permission; answers what the event tells of it. */
function updatePermission(realm: Realm, actor: Actor, name: RealmPermissionName, sent: unknown) {
  const { rule, mayChange } = realmPermissions[name];
  if (mayChange === "owner" && !isOwner(actor)) throw unauthorizedPrincipal("owner");
  const update = v.parse(groupSettingUpdateSchema, sent);
  const value = updatedPermission(realm, realmPermissionValues(realm)[name], update, { name, rule });
  if (value === undefined) return {};
  // Whom guests may know of depends on one of them.
  withGuestVisibilityEvents(realm, () => writePermission(realm, name, value));
  return { [name]: visibleValue(realm, value) };
}

/** Changes one setting, and tells it by itself unless it belongs to those that are told together. */
function updateSetting(realm: Realm, actor: Actor, name: RealmSettingName, sent: unknown) {
  const { schema, words, mayChange, event } = realmSettingTable[name];
  if (mayChange === "owner" && !isOwner(actor)) throw unauthorizedPrincipal("owner");
  const word = typeof sent === "string" && Object.hasOwn(words, sent);
  const value: unknown = word ? Object.entries(words).find(([each]) => each === sent)?.[1] : sent;
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) throw badValue(name, String(sent));
  realm.run(beforeRealmSettingHook, actor, name, parsed.output);
  if (parsed.output === realmSettings(realm)[name]) return {};
  writeSettingValue(realm, name, parsed.output);
  if (name === "waiting_period_threshold") updateFullMembers(realm);
  if (name === "message_retention_days") realm.run(retentionChangedHook);
  if (event === "update_dict") return told(realm, name, parsed.output);
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

/** Some are told with the older setting that repeats them. */
function told(realm: Realm, name: RealmSettingName, value: unknown) {
  const settings = realmSettings(realm);
  if (name === "topics_policy")
    return { topics_policy: value, mandatory_topics: derivedRealmSettings(settings).mandatory_topics };
  const { allow_message_editing, message_content_edit_limit_seconds } = settings;
  return { allow_message_editing, message_content_edit_limit_seconds };
}
