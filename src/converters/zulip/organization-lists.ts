import { cleanName } from "../text.ts";
import { addPicture, emojiPaths } from "./pictures.ts";
import { idsInText, type Row } from "./row.ts";
import type { ZulipImport } from "./source.ts";

/** Writes the custom emoji. Deactivated ones can have the same name. */
export async function convertEmoji(source: ZulipImport): Promise<void> {
  const paths = await emojiPaths(source);
  for await (const row of source.rows("zerver_realmemoji", { as: "custom_emoji" })) {
    const [id, name, fileName] = [row.id(), row.text("name"), row.text("file_name")];
    if (id === undefined || name === undefined) {
      source.leaveOut(row, "custom_emoji: no id or no name");
      continue;
    }
    const path = fileName === undefined ? undefined : paths.get(fileName);
    if (path === undefined) {
      source.leaveOut(row, "missing file");
      continue;
    }
    const author = source.userIn(row, "author");
    const file = await addPicture(source, { path, member: `files/emoji/${id}`, owner: author });
    if (file === undefined) continue;
    const emoji = {
      id,
      name: cleanName(name, 200),
      author_id: author ?? null,
      deactivated: row.flag("deactivated") === true,
      animated: row.flag("is_animated") === true,
      file,
    };
    if (await source.write("custom_emoji", emoji, row.place)) source.emoji.add(id);
  }
}

export async function convertLists(source: ZulipImport): Promise<void> {
  const linkifiers: Row[] = [];
  for await (const row of source.rows("zerver_realmfilter", { as: "linkifiers" })) linkifiers.push(row);
  const order = (row: Row) => row.integer("order") ?? 0;
  for (const row of linkifiers.sort((a, b) => order(a) - order(b))) {
    const alternatives = row.values["alternative_url_templates"];
    const linkifier = {
      pattern: row.text("pattern") ?? "",
      url_template: row.text("url_template") ?? "",
      example_input: row.text("example_input") ?? null,
      reverse_template: row.text("reverse_template") ?? null,
      alternative_url_templates: Array.isArray(alternatives) ? alternatives : [],
    };
    if (linkifier.url_template === "") source.leaveOut(row, "linkifiers: no template of an address");
    else await source.write("linkifiers", linkifier, row.place);
  }
  for await (const row of source.rows("zerver_realmplayground", { as: "playgrounds" })) {
    const prefix = row.text("url_prefix");
    const template = row.text("url_template") ?? (prefix === undefined ? "" : `${prefix}{code}`);
    const [name = "", language = ""] = [row.text("name"), row.text("pygments_language")];
    await source.write("playgrounds", { name, pygments_language: language, url_template: template }, row.place);
  }
  for await (const row of source.rows("zerver_realmdomain", { as: "domains" })) {
    const domain = { domain: row.text("domain") ?? "", allow_subdomains: row.flag("allow_subdomains") === true };
    await source.write("domains", domain, row.place);
  }
}

const PEOPLE = 6;

export async function convertProfiles(source: ZulipImport): Promise<void> {
  const types = new Map<number, number>();
  for await (const row of source.rows("zerver_customprofilefield", { as: "profile_fields" })) {
    const [id, type] = [row.id(), row.integer("field_type")];
    if (id === undefined || type === undefined) {
      source.leaveOut(row, "profile_fields: no id or no type");
      continue;
    }
    const field = {
      id,
      type,
      name: cleanName(row.text("name") ?? "", 40),
      hint: cleanName(row.text("hint") ?? "", 80),
      field_data: row.text("field_data") ?? "",
      order: Math.max(0, row.integer("order") ?? 0),
      display_in_profile_summary: row.flag("display_in_profile_summary") === true,
      use_for_user_matching: row.flag("use_for_user_matching") === true,
      required: row.flag("required") === true,
      editable_by_user: row.flag("editable_by_user") !== false,
    };
    if (await source.write("profile_fields", field, row.place)) types.set(id, type);
  }
  for await (const row of source.rows("zerver_customprofilefieldvalue", { as: "profile_values" })) {
    const [user, field, value] = [source.userIn(row, "user_profile"), row.id("field"), row.text("value")];
    const type = field === undefined ? undefined : types.get(field);
    if (user === undefined || field === undefined || type === undefined || value === undefined) {
      source.leaveOut(row, "profile_values: unknown user or field, or no value");
      continue;
    }
    const named = type === PEOPLE ? idsInText(value) : undefined;
    const people = named?.filter((id) => source.users.has(id));
    if (people?.length === 0 || people?.length !== named?.length)
      source.leaveOut(row, "profile_values: unknown people");
    if (people?.length !== 0)
      await source.write(
        "profile_values",
        { user_id: user, field_id: field, value: people ? JSON.stringify(people) : value },
        row.place,
      );
  }
}
