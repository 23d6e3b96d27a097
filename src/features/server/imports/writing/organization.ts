import * as v from "valibot";
import type { ArchiveRow } from "../../../../archive/tables.ts";
import { stored } from "../../../../database/stored.ts";
import { groupSettingValueSchema } from "../../../../protocol/group-setting-value.ts";
import { toChannelId } from "../../../../protocol/ids.ts";
import { realmPermissionNames, realmPermissions } from "../../../../protocol/permission-settings.ts";
import { type RealmSettingName, realmSettingNames, realmSettingTable } from "../../../../protocol/realm-settings.ts";
import { userSettingNames, userSettingTable } from "../../../../protocol/user-settings.ts";
import { channelIndex } from "../../../channels/channels/public.ts";
import { adoptMethods, type PictureName, pictureKey } from "../../../organization/realm/public.ts";
import { archiveOf } from "../imports.ts";
import { secretName } from "../reading/upload-path.ts";
import { insertFile, insertLater, laterOfKind } from "../rows.ts";
import { permissionOf } from "./group-values.ts";
import { putNewUserSetting, putSetting } from "./organization-rows.ts";
import { refusalOf } from "./refusal.ts";
import type { Writing } from "./writing.ts";

const LATER = "organization";
const NO_SUCH_VALUE = "settings that cannot have such a value";
const PICTURES: readonly PictureName[] = ["icon", "logo", "night_logo"];
const CHANNEL_SETTINGS: ReadonlySet<RealmSettingName> = new Set([
  ...(["moderation_request_channel_id", "new_stream_announcements_stream_id"] as const),
  ...(["signup_announcements_stream_id", "zulip_update_announcements_stream_id"] as const),
]);

const readLater = stored("import_later.value", v.record(v.string(), v.unknown()), () => ({}));

/** Writes the settings of the organization. Those that name groups or channels wait until there are any. */
export function writeOrganization(writing: Writing, row: ArchiveRow<"organization">): string | undefined {
  const { realm } = writing;
  if (laterOfKind.all(realm.sql, { kind: LATER }).length > 0) return "organizations after the first one";
  const settings: Record<string, unknown> = { ...row.settings, name: row.name, description: row.description };
  for (const name of realmSettingNames) {
    if (CHANNEL_SETTINGS.has(name) || settings[name] === undefined) continue;
    if (v.is(realmSettingTable[name].schema, settings[name])) {
      putSetting.run(realm.sql, { name, value: JSON.stringify(settings[name]) });
    } else writing.leftOut(NO_SUCH_VALUE, name);
  }
  const { authentication_methods: methods } = row.settings;
  // An owner who is there before the import has to be let in, whatever it brings.
  if (methods !== undefined && refusalOf(() => adoptMethods(realm, methods)) !== undefined)
    writing.leftOut(NO_SUCH_VALUE, "authentication_methods");
  for (const name of userSettingNames) {
    const value = row.new_user_settings[name];
    if (value === undefined || !v.is(userSettingTable[name].schema, value)) continue;
    putNewUserSetting.run(realm.sql, { name, value: JSON.stringify(value) });
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

/** Writes the settings that name groups or channels, now that they are there. */
export function endOrganization(writing: Writing): void {
  const { realm } = writing;
  const settings = laterOfKind.all(realm.sql, { kind: LATER }).map(({ value }) => readLater(value));
  for (const found of settings) {
    for (const name of realmPermissionNames) {
      const given = v.safeParse(groupSettingValueSchema, found[name]);
      const value = given.success
        ? permissionOf(writing, { name, rule: realmPermissions[name].rule }, given.output)
        : undefined;
      if (value !== undefined) putSetting.run(realm.sql, { name, value: JSON.stringify(value) });
    }
    for (const name of CHANNEL_SETTINGS) {
      const given = found[name];
      if (given === undefined) continue;
      const isNone = given === null || given === -1;
      const channel =
        typeof given === "number"
          ? channelIndex(realm).byId.get(toChannelId(writing.id("channel", given) ?? 0))
          : undefined;
      const isPossible = name !== "moderation_request_channel_id" || channel?.invite_only === 1;
      if (isNone || (channel !== undefined && isPossible))
        putSetting.run(realm.sql, { name, value: JSON.stringify(channel?.id ?? -1) });
      else writing.leftOut(NO_SUCH_VALUE, name);
    }
  }
  realm.forgetAll();
}
