import * as v from "valibot";
import { stored, storedAnything } from "../../../../database/stored.ts";
import { groupSettingValueSchema } from "../../../../protocol/group-setting-value.ts";
import { realmPermissions } from "../../../../protocol/permission-settings.ts";
import { realmSettingTable } from "../../../../protocol/realm-settings.ts";
import { parseGroupChannels } from "../../../channels/channels/public.ts";
import { type PictureName, pictureKey } from "../../../organization/realm/public.ts";
import { type Source, type SourceContext, source } from "./source.ts";
import type { SourceRow } from "./source-row.ts";

const PICTURES: readonly PictureName[] = ["icon", "logo", "night_logo"];
const readTexts = stored("settings", v.record(v.string(), v.string()), () => ({}));
const readValue = storedAnything("settings");
const readPermissions = stored("permissions", v.record(v.string(), groupSettingValueSchema), () => ({}));

/** Values as JSON by their names, as JSON, which is how a statement gathers rows of settings. */
export const settingsIn = (row: SourceRow, column: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(readTexts(row.text(column))).map(([name, text]) => [name, readValue(text, name)]));

export const permissionsIn = (row: SourceRow) => readPermissions(row.text("permissions"));

const gathered = (table: string) => `(SELECT json_group_object(name, value) FROM ${table})`;

/** Which of the stored values are settings that a request sets: others say where a file is, or when it was closed. */
const isSetting = (name: string) =>
  name !== "name" &&
  name !== "description" &&
  (Object.hasOwn(realmSettingTable, name) ||
    Object.hasOwn(realmPermissions, name) ||
    name === "authentication_methods");

/** The member of a picture of the organization. */
const pictureMember = (name: PictureName): string => `files/organization/${name}`;

/** The name of the file of each picture that was uploaded, as the store has it. */
export function picturesIn(row: SourceRow): { readonly name: PictureName; readonly file: string }[] {
  const values = settingsIn(row, "settings");
  return PICTURES.flatMap((name) => {
    const file = values[name];
    return typeof file === "string" ? [{ name, file }] : [];
  });
}

export const pictureFile = ({ realm }: SourceContext, name: PictureName, file: string) => ({
  member: pictureMember(name),
  key: pictureKey(realm.id, file),
});

/** The one row of an organization comes of all its settings; a schema step is what every organization has one of. */
export const organizationReading = {
  from: "(SELECT 1 AS id) t",
  key: ["id"],
  columns: [`${gathered("organization_settings")} AS settings`, `${gathered("new_user_settings")} AS for_new`],
};

export const organizationSources: readonly Source[] = [
  source({
    table: "organization",
    reads: ["organization_settings", "new_user_settings"],
    reading: organizationReading,
    row(row, { realm, hasFile }) {
      const values = settingsIn(row, "settings");
      const pictures = PICTURES.filter((name) => hasFile(pictureMember(name)));
      return {
        name: String(values["name"] ?? ""),
        description: String(values["description"] ?? ""),
        settings: Object.fromEntries(Object.entries(values).filter(([name]) => isSetting(name))),
        new_user_settings: settingsIn(row, "for_new"),
        ...Object.fromEntries(pictures.map((name) => [name, pictureMember(name)])),
        date_created: realm.identity.created_at,
      };
    },
  }),
  source({
    table: "profile_fields",
    reads: ["profile_fields"],
    reading: {
      from: "profile_fields t",
      key: ["position", "id"],
      columns: ["type", "name", "hint", "field_data", "in_summary", "required", "editable_by_user"],
    },
    row: (row) => ({
      id: row.number("id"),
      type: row.number("type"),
      name: row.text("name"),
      hint: row.text("hint"),
      field_data: row.text("field_data"),
      order: row.number("position"),
      display_in_profile_summary: row.flag("in_summary"),
      required: row.flag("required"),
      editable_by_user: row.flag("editable_by_user"),
    }),
  }),
  source({
    table: "profile_values",
    reads: ["profile_values"],
    reading: { from: "profile_values t", key: ["user_id", "field_id"], columns: ["value"] },
    row: (row) => ({ user_id: row.number("user_id"), field_id: row.number("field_id"), value: row.text("value") }),
  }),
  source({
    table: "groups",
    reads: ["user_groups", "group_members", "group_subgroups"],
    atOnce: 20,
    reading: {
      from: "user_groups t",
      key: ["id"],
      columns: [
        ..."name description creator_id date_created is_system deactivated permissions".split(" "),
        `CASE WHEN t.is_system THEN '[]'
         ELSE (SELECT json_group_array(user_id) FROM group_members m WHERE m.group_id = t.id) END AS members`,
        "(SELECT json_group_array(subgroup_id) FROM group_subgroups s WHERE s.group_id = t.id) AS subgroups",
      ],
    },
    row: (row) => ({
      id: row.number("id"),
      name: row.text("name"),
      description: row.text("description"),
      creator_id: row.numberOrNull("creator_id"),
      date_created: row.numberOrNull("date_created"),
      deactivated: row.flag("deactivated"),
      is_system: row.flag("is_system"),
      members: row.ids("members"),
      subgroups: row.ids("subgroups"),
      permissions: permissionsIn(row),
    }),
  }),
  source({
    table: "custom_emoji",
    reads: ["custom_emoji"],
    reading: { from: "custom_emoji t", key: ["id"], columns: ["name", "file", "animated", "author_id", "deactivated"] },
    row(row, { hasFile }) {
      const id = row.number("id");
      // Of one without a picture nothing can be shown.
      if (!hasFile(emojiMember(id))) return undefined;
      return {
        id,
        name: row.text("name"),
        author_id: row.number("author_id"),
        deactivated: row.flag("deactivated"),
        animated: row.flag("animated"),
        file: emojiMember(id),
        ...(hasFile(stillMember(id)) && { still: stillMember(id) }),
      };
    },
  }),
  source({
    table: "linkifiers",
    reads: ["linkifiers"],
    reading: { from: "linkifiers t", key: ["position", "id"], columns: ["pattern", "url_template"] },
    row: (row) => ({ pattern: row.text("pattern"), url_template: row.text("url_template") }),
  }),
  source({
    table: "playgrounds",
    reads: ["playgrounds"],
    reading: { from: "playgrounds t", key: ["id"], columns: ["name", "pygments_language", "url_template"] },
    row: (row) => ({
      name: row.text("name"),
      pygments_language: row.text("pygments_language"),
      url_template: row.text("url_template"),
    }),
  }),
  source({
    table: "domains",
    reads: ["domains"],
    reading: { from: "domains t", key: ["id"], columns: ["domain", "allow_subdomains"] },
    row: (row) => ({ domain: row.text("domain"), allow_subdomains: row.flag("allow_subdomains") }),
  }),
  source({
    table: "channel_folders",
    reads: ["channel_folders"],
    reading: {
      from: "channel_folders t",
      key: ["id"],
      columns: ["name", "description", "creator_id", "date_created", "position", "is_archived"],
    },
    row: (row) => ({
      id: row.number("id"),
      name: row.text("name"),
      description: row.text("description"),
      creator_id: row.numberOrNull("creator_id"),
      date_created: row.number("date_created"),
      order: row.number("position"),
      is_archived: row.flag("is_archived"),
    }),
  }),
  source({
    table: "default_channel_groups",
    reads: ["default_channel_groups"],
    reading: { from: "default_channel_groups t", key: ["id"], columns: ["name", "description", "channels"] },
    row: (row, { filter }) => ({
      name: row.text("name"),
      description: row.text("description"),
      channels: parseGroupChannels(row.text("channels")).filter(filter.includesChannel),
    }),
  }),
];

export const emojiMember = (id: number): string => `files/emoji/${id}`;
export const stillMember = (id: number): string => `files/emoji/${id}-still`;
