import * as v from "valibot";
import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { stored, storedAnything } from "../../../database/stored.ts";
import { realmPermissionNames, realmPermissions } from "../../../protocol/permission-settings.ts";
import { earlierSettingNames, type RealmSettingName, realmSettingTable } from "../../../protocol/realm-settings.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { filePlace, pictureRow } from "../../../realm/archive-io/reading.ts";
import { type ImportContext, LeftOut, refusalMessage } from "../../../realm/archive-io/writing.ts";
import { discardFile } from "../../files/storage/files.ts";
import { importedPermission } from "../user-groups/archive-permissions.ts";
import { adoptMethods, methodsToAdopt } from "./login-methods.ts";
import { PICTURES, type PictureName, pictureKey } from "./pictures.ts";
import { putSetting, storedValues } from "./realm-settings.ts";

const LATER = "organization";
/** Settings that refer to channels. They are imported after the channels. */
export const CHANNEL_SETTINGS: ReadonlySet<string> = new Set([
  ...(["moderation_request_channel_id", "new_stream_announcements_stream_id"] as const),
  ...(["signup_announcements_stream_id", "zulip_update_announcements_stream_id"] as const),
]);
/** Ids of the organization's pictures in the archive's `files` table. */
const PICTURE_IDS = { icon: 1, logo: 2, night_logo: 3 } as const;

const readLater = stored("import_later.value", v.record(v.string(), v.unknown()), () => ({}));
const readValue = storedAnything("settings");

/** There is exactly one organization, whose row is built from all settings, so it is read from a constant row. */
const reading = {
  from: "(SELECT 1 AS id) t",
  key: ["id"],
  columns: ["(SELECT json_group_object(name, value) FROM organization_settings) AS settings"],
};

export const organizationArchive: FeatureArchive = {
  tables: ["organization_settings"],
  parts: [
    part({
      table: "files",
      name: "pictures",
      place: filePlace.picture,
      reading,
      async rows(row, context) {
        const values = row.settings("settings");
        const made = [];
        for (const name of PICTURES) {
          const file = values[name];
          if (typeof file !== "string") continue;
          const source = { member: pictureMember(name), key: pictureKey(context.realm.id, file) };
          const one = await pictureRow(PICTURE_IDS[name], source, context);
          if (one !== undefined) made.push(one);
        }
        return made;
      },
    }),
    part({
      table: "organization",
      reading,
      row(row, { realm, hasFile }) {
        const values = row.settings("settings");
        const pictures = PICTURES.filter((name) => hasFile(pictureMember(name)));
        return {
          name: String(values["name"] ?? ""),
          description: String(values["description"] ?? ""),
          settings: Object.fromEntries(Object.entries(values).filter(([name]) => isSetting(name))),
          ...Object.fromEntries(pictures.map((name) => [name, pictureMember(name)])),
          date_created: realm.identity.created_at,
        };
      },
      write: writeOrganization,
    }),
  ],
  files: {
    picture: {
      picture: "picture",
      settle({ realm, writes }, _, copied, { setting = "", file }) {
        if (!writes || "problem" in copied || copied.image === null) return;
        putSetting.run(realm.sql, { name: setting, value: JSON.stringify(file) });
      },
    },
  },
  finish: endOrganization,
};

/**
 * True if a stored value is a setting that requests can change. Other values are file names, or the time the
 * organization was deactivated.
 */
const isSetting = (name: string) =>
  name !== "name" &&
  name !== "description" &&
  (Object.hasOwn(realmSettingTable, name) || Object.hasOwn(realmPermissions, name) || name === METHODS);

const pictureMember = (name: PictureName): string => `files/organization/${name}`;

/** Imports the organization's settings, except those that refer to groups or channels, which don't exist yet. */
function writeOrganization(writing: ImportContext, row: ArchiveRow<"organization">): string | undefined {
  const { realm } = writing;
  if (writing.later.all(LATER).length > 0) return "organizations after the first one";
  const settings: Record<string, unknown> = { ...row.settings, name: row.name, description: row.description };
  for (const [given, value] of Object.entries(settings)) {
    const name = NOW_CALLED.get(given) ?? given;
    const isLater = CHANNEL_SETTINGS.has(name) || Object.hasOwn(realmPermissions, name) || name === METHODS;
    if (isLater) continue;
    if (isRealmSetting(name) && v.is(realmSettingTable[name].schema, value)) putImportedSetting(writing, name, value);
    else writing.leftOut(LeftOut.setting, name);
  }
  if (settings[METHODS] !== undefined) writeMethods(writing, settings[METHODS]);
  for (const [target, name] of PICTURES.entries()) {
    const member = row[name];
    if (member === undefined) continue;
    const file = writing.secretName(`${name} ${member}`);
    writing.addFile({
      member,
      kind: "picture",
      target,
      key: pictureKey(realm.id, file),
      about: { setting: name, file },
    });
  }
  writing.later.put(LATER, 0, JSON.stringify(row.settings));
  realm.forgetAll();
  return undefined;
}

const METHODS = "authentication_methods";
const NOW_CALLED = new Map<string, string>(Object.entries(earlierSettingNames).map(([now, earlier]) => [earlier, now]));
const isRealmSetting = (name: string): name is RealmSettingName => Object.hasOwn(realmSettingTable, name);

export function putImportedSetting({ realm, writes }: ImportContext, name: string, value: unknown): void {
  if (writes) putSetting.run(realm.sql, { name, value: JSON.stringify(value) });
}

/** Imports the authentication methods, unless no owner from before the import could log in with them. */
function writeMethods(writing: ImportContext, told: unknown): void {
  const { realm, writes } = writing;
  const refusal = refusalMessage(() => {
    const methods = methodsToAdopt(realm, told);
    if (writes) adoptMethods(realm, methods);
  });
  if (refusal !== undefined) writing.leftOut(LeftOut.setting, METHODS);
}

/** Returns the archived settings, including those that refer to groups or channels. */
export const importedSettings = (writing: ImportContext): Record<string, unknown>[] =>
  writing.later.all(LATER).map(({ value }) => readLater(value));

/** Imports the permissions. Runs in the last step, when the groups and users in them exist. */
function endOrganization(writing: ImportContext): void {
  const { realm } = writing;
  for (const found of importedSettings(writing)) {
    for (const name of realmPermissionNames) {
      const given = found[name];
      if (given === undefined) continue;
      const setting = { name, rule: realmPermissions[name].rule };
      const value = importedPermission(writing, setting, { given, of: "organization" });
      if (value !== undefined) putImportedSetting(writing, name, value);
    }
  }
  realm.forgetAll();
  if (writing.writes) discardReplaced(writing);
}

/** Discards pictures that were replaced by those of the archive. */
function discardReplaced(writing: ImportContext): void {
  const { realm } = writing;
  const now = storedValues(realm);
  for (const { name, value } of writing.before("organization_settings")) {
    const picture = PICTURES.find((one) => one === name);
    const file = picture && readValue(String(value), String(name));
    if (picture !== undefined && typeof file === "string" && now[picture] !== file)
      discardFile(realm, pictureKey(realm.id, file));
  }
}
