import * as v from "valibot";
import type { ArchiveRow } from "../../../../archive/tables.ts";
import { stored } from "../../../../database/stored.ts";
import { realmPermissionNames, realmPermissions } from "../../../../protocol/permission-settings.ts";
import { type RealmSettingName, realmSettingTable } from "../../../../protocol/realm-settings.ts";
import { isUserSettingName, userSettingTable } from "../../../../protocol/user-settings.ts";
import { adoptMethods, methodsToAdopt, type PictureName, pictureKey } from "../../../organization/realm/public.ts";
import { archiveOf } from "../imports.ts";
import { secretName } from "../reading/upload-path.ts";
import { insertFile, insertLater, laterOfKind } from "../rows.ts";
import { isPrivate } from "./channels.ts";
import { permissionOf } from "./group-values.ts";
import { putNewUserSetting, putSetting } from "./organization-rows.ts";
import { refusalOf } from "./refusal.ts";
import { LeftOut } from "./table-writer.ts";
import type { Writing } from "./writing.ts";

const LATER = "organization";
const PICTURES: readonly PictureName[] = ["icon", "logo", "night_logo"];
const CHANNEL_SETTINGS: ReadonlySet<string> = new Set([
  ...(["moderation_request_channel_id", "new_stream_announcements_stream_id"] as const),
  ...(["signup_announcements_stream_id", "zulip_update_announcements_stream_id"] as const),
]);

const readLater = stored("import_later.value", v.record(v.string(), v.unknown()), () => ({}));

/** Writes the settings of the organization. Those that name groups or channels wait until there are any. */
export function writeOrganization(writing: Writing, row: ArchiveRow<"organization">): string | undefined {
  const { realm } = writing;
  if (laterOfKind.all(realm.sql, { kind: LATER }).length > 0) return "organizations after the first one";
  const settings: Record<string, unknown> = { ...row.settings, name: row.name, description: row.description };
  for (const [name, value] of Object.entries(settings)) {
    const isLater = CHANNEL_SETTINGS.has(name) || Object.hasOwn(realmPermissions, name) || name === METHODS;
    if (isLater) continue;
    if (isRealmSetting(name) && v.is(realmSettingTable[name].schema, value)) put(writing, name, value);
    else writing.leftOut(LeftOut.setting, name);
  }
  if (settings[METHODS] !== undefined) writeMethods(writing, settings[METHODS]);
  for (const [name, value] of Object.entries(row.new_user_settings)) {
    if (isUserSettingName(name) && v.is(userSettingTable[name].schema, value)) {
      if (writing.writes) putNewUserSetting.run(realm.sql, { name, value: JSON.stringify(value) });
    } else writing.leftOut(LeftOut.setting, `of new accounts: ${name}`);
  }
  for (const [target, name] of PICTURES.entries()) {
    const member = row[name];
    if (member === undefined) continue;
    const file = secretName(archiveOf(realm, writing.row).prefix, `${name} ${member}`);
    const about = JSON.stringify({ setting: name, file });
    insertFile.run(realm.sql, { member, kind: "picture", target, key: pictureKey(realm.id, file), about });
  }
  insertLater.run(realm.sql, { kind: LATER, id: 0, value: JSON.stringify(row.settings) });
  realm.forgetAll();
  return undefined;
}

const METHODS = "authentication_methods";
const isRealmSetting = (name: string): name is RealmSettingName => Object.hasOwn(realmSettingTable, name);

function put({ realm, writes }: Writing, name: string, value: unknown): void {
  if (writes) putSetting.run(realm.sql, { name, value: JSON.stringify(value) });
}

/** An owner who is there before the import has to be let in, whatever it brings. */
function writeMethods(writing: Writing, told: unknown): void {
  const { realm, writes } = writing;
  const refusal = refusalOf(() => {
    const methods = methodsToAdopt(realm, told);
    if (writes) adoptMethods(realm, methods);
  });
  if (refusal !== undefined) writing.leftOut(LeftOut.setting, METHODS);
}

/** Writes the settings that name groups or channels, now that they are there. */
export function endOrganization(writing: Writing): void {
  const { realm } = writing;
  const settings = laterOfKind.all(realm.sql, { kind: LATER }).map(({ value }) => readLater(value));
  for (const found of settings) {
    for (const name of realmPermissionNames) {
      const given = found[name];
      if (given === undefined) continue;
      const setting = { name, rule: realmPermissions[name].rule };
      const value = permissionOf(writing, setting, { given, of: "organization" });
      if (value !== undefined) put(writing, name, value);
    }
    for (const name of CHANNEL_SETTINGS) {
      const given = found[name];
      if (given === undefined) continue;
      const channel = typeof given === "number" ? writing.id("channel", given) : undefined;
      const isNone = given === null || given === -1;
      const isPossible = name !== "moderation_request_channel_id" || isPrivate(writing, channel);
      if (isNone || (channel !== undefined && isPossible)) put(writing, name, channel ?? -1);
      else writing.leftOut(LeftOut.setting, name);
    }
  }
  realm.forgetAll();
}
