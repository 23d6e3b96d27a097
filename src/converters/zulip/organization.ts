import * as v from "valibot";
import { realmPermissionNames } from "../../protocol/permission-settings.ts";
import { type RealmSettingName, realmSettingNames, realmSettingTable } from "../../protocol/realm-settings.ts";
import { cleanName } from "../text.ts";
import { permissionsIn } from "./groups.ts";
import { pictureMembers } from "./pictures.ts";
import { groupByPolicy } from "./policies.ts";
import type { Row } from "./row.ts";
import { settingOf, userSettingsOf } from "./settings.ts";
import type { ZulipImport } from "./source.ts";

/** Columns of settings that refer to channels, newest name first. */
const channelColumns: Partial<Record<RealmSettingName, readonly string[]>> = {
  new_stream_announcements_stream_id: ["new_stream_announcements_stream", "notifications_stream"],
  signup_announcements_stream_id: ["signup_announcements_stream", "signup_notifications_stream"],
  zulip_update_announcements_stream_id: ["zulip_update_announcements_stream"],
  moderation_request_channel_id: ["moderation_request_channel"],
};

export async function convertOrganization(source: ZulipImport, realm: Row): Promise<void> {
  const defaults = await firstRow(source, "zerver_realmuserdefault");
  const { now } = source.conversion;
  const dateCreated = realm.past("date_created", now);
  source.conversion.report.read("organization");
  await source.write(
    "organization",
    {
      name: cleanName(realm.text("name") ?? "", 40) || "Zulip",
      description: [...(realm.text("description") ?? "")].slice(0, 1000).join(""),
      settings: { ...settingsOf(source, realm), ...permissionsOf(source, realm) },
      ...(defaults && { new_user_settings: userSettingsOf(defaults, (name) => strange(source, defaults, name)) }),
      ...(await pictureMembers(source, realm)),
      ...(dateCreated !== undefined && { date_created: dateCreated }),
    },
    realm.place,
  );
}

const strange = (source: ZulipImport, row: Row, name: string) =>
  source.leaveOut(`${row.place} ${name}`, "no value of a setting");

export async function firstRow(source: ZulipImport, table: string): Promise<Row | undefined> {
  let first: Row | undefined;
  for await (const row of source.rows(table)) {
    if (first !== undefined) source.leaveOut(row, `${table}: more than one`);
    first ??= row;
  }
  return first;
}

function settingsOf(source: ZulipImport, realm: Row): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const name of realmSettingNames) {
    if (name === "name" || name === "description") continue;
    const columns = channelColumns[name];
    if (columns !== undefined) {
      settings[name] = columns.map((column) => source.channelIn(realm, column)).find((id) => id !== undefined) ?? null;
      continue;
    }
    const value = olderSetting(realm, name) ?? settingOf(realm, name);
    if (value === undefined) continue;
    if (v.is(realmSettingTable[name].schema, value)) settings[name] = value;
    else strange(source, realm, name);
  }
  return settings;
}

/** Returns settings that older versions stored in other columns, or had no value for. */
function olderSetting(realm: Row, name: RealmSettingName): unknown {
  if (name === "topics_policy" && !realm.has("topics_policy") && realm.flag("mandatory_topics") === true)
    return "disable_empty_topic";
  if (
    name === "message_edit_history_visibility_policy" &&
    !realm.has(name) &&
    realm.flag("allow_edit_history") === false
  )
    return "none";
  if (name === "default_code_block_language" && realm.values[name] === null) return "";
  if (name === "message_retention_days" && realm.values[name] === null) return -1;
  return undefined;
}

const permissionsOf = (source: ZulipImport, realm: Row) =>
  permissionsIn(source, realm, realmPermissionNames, (name) => source.systemGroup(groupByPolicy(realm, name)));
