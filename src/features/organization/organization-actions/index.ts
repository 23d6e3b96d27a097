import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import {
  alias,
  json,
  jsonOrText,
  optional,
  type Parameter,
  type Parameters,
  quotableTextOf,
} from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { isOwner } from "../../../protocol/actor.ts";
import { boundedRecord, boundedText } from "../../../protocol/bounded.ts";
import { unauthorizedPrincipal } from "../../../protocol/errors.ts";
import { groupSettingUpdateSchema } from "../../../protocol/group-setting-value.ts";
import { realmPermissionNames } from "../../../protocol/permission-settings.ts";
import {
  earlierSettingNames,
  type RealmSettingName,
  realmSettingAliases,
  realmSettingNames,
  realmSettingTable,
} from "../../../protocol/realm-settings.ts";
import { entryNames } from "../../../protocol/setting-table.ts";
import { recordOf } from "../../../util/records.ts";
import { changeMethods } from "../organization-settings/login-methods.ts";
import { changeRealm } from "./change-realm.ts";
import { deactivateRealmEndpoint } from "./deactivate-realm.ts";

const settingParams: Parameters = recordOf(realmSettingNames, (name) => optional(settingParameter(name)));
/**
 * Parameters for the former names of settings, because during a deploy, Workers of the previous release still send
 * these. The current name takes precedence.
 */
const earlierParams: Parameters = Object.fromEntries(
  entryNames(earlierSettingNames).map((name) => [earlierSettingNames[name], optional(settingParameter(name))]),
);
const byPresentNames = (params: Readonly<Record<string, unknown>>) => ({
  ...params,
  ...recordOf(entryNames(earlierSettingNames), (name) => params[name] ?? params[earlierSettingNames[name]]),
});
const permissionParams: Parameters = recordOf(realmPermissionNames, () => optional(json(groupSettingUpdateSchema)));

/** Whether each authentication method is on, by name. Arrays are rejected explicitly, because they pass as records. */
const methodsSchema = v.pipe(
  v.unknown(),
  v.check((methods) => !Array.isArray(methods), "{} is not a dict"),
  boundedRecord("word", v.boolean(), "names"),
);

/**
 * Returns the parameter of a setting. Text can be sent as JSON or as plain text, a limit as a number or a word such as
 * `unlimited`, and anything else as JSON.
 */
function settingParameter(name: RealmSettingName): Parameter<unknown> {
  const { default: initial, words, schema } = realmSettingTable[name];
  const aliases = Object.entries(realmSettingAliases).flatMap(([of, other]) => (of === name ? [other] : []));
  const takesLists = v.is<v.GenericSchema>(schema, []);
  const hasWords = Object.keys(words).length > 0;
  const inner: Parameter<unknown> = hasWords
    ? jsonOrText(v.nullable(v.union([v.number(), boundedText("word")])))
    : typeof initial === "string"
      ? takesLists
        ? jsonOrText<unknown>(schema)
        : quotableTextOf<unknown>(schema)
      : json<unknown>(schema);
  return alias(inner, ...aliases);
}

const updateRealmEndpoint = action({
  route: "PATCH /realm",
  by: "administrator",
  params: {
    ...settingParams,
    ...earlierParams,
    ...permissionParams,
    authentication_methods: optional(json(methodsSchema)),
  },
  run({ realm, actor, params }) {
    if (params.authentication_methods !== undefined) {
      if (!isOwner(actor)) throw unauthorizedPrincipal("owner");
      changeMethods(realm, params.authentication_methods);
    }
    changeRealm(realm, actor, byPresentNames(params));
  },
});

export const realmActions = feature({
  name: "administration",
  endpoints: [updateRealmEndpoint, deactivateRealmEndpoint],
});
