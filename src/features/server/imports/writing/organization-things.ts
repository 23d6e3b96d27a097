import * as v from "valibot";
import type { ArchiveRow } from "../../../../archive/tables.ts";
import { isWebTemplate, templateVariables } from "../../../../markup/index.ts";
import { toChannelId, toUserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { seconds } from "../../../../util/time.ts";
import { addDefaultGroup, channelIndex } from "../../../channels/channels/public.ts";
import { addDomain, domainParam } from "../../../organization/domains/public.ts";
import { addLinkifier } from "../../../organization/linkifiers/public.ts";
import { addPlayground } from "../../../organization/playgrounds/public.ts";
import {
  accessField,
  addField,
  checkValue,
  FieldType,
  isEmptyValue,
  writeValue,
} from "../../../organization/profile-fields/public.ts";
import { findUser } from "../../../organization/users/public.ts";
import { checkedFields } from "../checking/kept-rows.ts";
import { archiveOf } from "../imports.ts";
import { secretName } from "../reading/upload-path.ts";
import { fileOfMember, insertFile } from "../rows.ts";
import { isForAll, rendered } from "./channels.ts";
import { jsonOf } from "./json-of.ts";
import { refusalOf } from "./refusal.ts";
import { LeftOut, type RowWriter } from "./table-writer.ts";
import { countEmoji, countFolders, emojiInUse, insertEmoji, insertFolder } from "./thing-rows.ts";
import { isActivePerson } from "./users.ts";
import type { Writing } from "./writing.ts";

export const writeField: RowWriter<"profile_fields"> = (writing, row) => {
  if (writing.id("field", row.id) !== undefined) return LeftOut.twice;
  const { required, editable_by_user, name, hint } = row;
  const type = fieldType(row.type);
  if (type === undefined) return "profile fields that the organization does not take";
  const field_data = row.field_data === "" ? undefined : jsonOf(row.field_data);
  const add = (in_summary: boolean) =>
    refusalOf(() => {
      const settings = { name, hint, field_data, in_summary, required, editable_by_user };
      writing.addId("field", row.id, addField(writing.realm, type, settings));
    });
  const isInSummary = row.display_in_profile_summary;
  if (add(isInSummary) === undefined) return undefined;
  // With its values, it is more than what summaries have no room for.
  if (!isInSummary || add(false) !== undefined) return "profile fields that the organization does not take";
  writing.leftOut("summaries of profiles that have no room for a field", `profile_fields ${row.id}`);
  return undefined;
};

export const writeProfileValue: RowWriter<"profile_values"> = (writing, row) => {
  const { realm } = writing;
  const id = writing.id("user", row.user_id);
  if (id === undefined) return LeftOut.unknownUser;
  if (writing.id("field", row.field_id) === undefined) return "values of profile fields that are not in the archive";
  const checked = checkedFields(realm).get(row.field_id);
  const field = writing.writes ? accessField(realm, writing.id("field", row.field_id) ?? 0) : undefined;
  const type = field?.type ?? checked?.type;
  const value = type === FieldType.user ? peopleOf(writing, row) : row.value;
  const refusal = refusalOf(() => {
    const user = findUser(realm, toUserId(id));
    if (field !== undefined && user !== undefined) writeValue(realm, user, field, value);
    else if (checked !== undefined) checkNewValue(realm, checked, value);
  });
  return refusal && "values that their profile fields do not take";
};

/** Checks a value of a field that is not there yet. Those whom it names have been found; there may be no rows of theirs. */
function checkNewValue(realm: Realm, row: ArchiveRow<"profile_fields">, value: string | number[]): void {
  const type = fieldType(row.type);
  if (type === undefined || type === FieldType.user || isEmptyValue(value)) return;
  checkValue(realm, { type, name: row.name, field_data: row.field_data }, value);
}

const fieldType = (type: number): FieldType | undefined => Object.values(FieldType).find((known) => known === type);

const MOST_PEOPLE = 100;

/** The people whom a value names, without those whom none may name. */
function peopleOf(writing: Writing, row: ArchiveRow<"profile_values">): number[] {
  const given = v.safeParse(v.array(v.number()), jsonOf(row.value));
  const ids = given.success ? given.output : [];
  const people = ids
    .flatMap((id) => writing.id("user", id) ?? [])
    .filter((id) => isActivePerson(writing, id))
    .slice(0, MOST_PEOPLE);
  if (!given.success || people.length < ids.length)
    writing.leftOut("people of profile fields whom none can name", `profile_values ${row.user_id} ${row.field_id}`);
  return people;
}

const EMOJI_NAME = /^[0-9a-z.\-_]+(?<![.\-_])$/;
const EMOJI_NAMES = "names of custom emoji";

export const writeEmoji: RowWriter<"custom_emoji"> = (writing, row) => {
  const { realm, noted } = writing;
  if (writing.id("emoji", row.id) !== undefined) return LeftOut.twice;
  if (!EMOJI_NAME.test(row.name)) return "custom emoji of a name that emoji cannot have";
  const number = noted.number("emoji", () => countEmoji.one(realm.sql, {}).count);
  if (number >= limits.organization.custom_emoji) return LeftOut.tooMany;
  if (fileOfMember.first(realm.sql, { member: row.file }) !== undefined) return LeftOut.twice;
  noted.set("emoji", number + 1);
  const file = secretName(archiveOf(realm, writing.row).prefix, row.file).slice(0, 20);
  const author = writing.id("user", row.author_id) ?? writing.row.user_id;
  const isInUse = emojiInUse.first(realm.sql, { name: row.name }) !== undefined;
  const isTaken = !row.deactivated && (isInUse || noted.find(EMOJI_NAMES, row.name) !== undefined);
  if (isTaken)
    writing.leftOut("custom emoji that are deactivated, since another one has their name", `emoji ${row.id}`);
  const deactivated = row.deactivated || isTaken;
  if (!deactivated) noted.take(EMOJI_NAMES, row.name);
  const id = writing.made(
    "emoji",
    row.id,
    () => insertEmoji.one(realm.sql, { name: row.name, file, animated: false, author, deactivated }).id,
  );
  const about = JSON.stringify({ file });
  insertFile.run(realm.sql, { member: row.file, kind: "emoji", target: id, key: `${realm.id}/emoji/${file}`, about });
  // A still picture is made anew of the one that moves.
  const still = `${realm.id}/emoji/still/${file}`;
  if (row.still !== undefined)
    insertFile.run(realm.sql, { member: row.still, kind: "still", target: id, key: still, about: "done" });
  return undefined;
};

export const writeLinkifier: RowWriter<"linkifiers"> = ({ realm }, { pattern, url_template }) => {
  const isLong = [...pattern].length > 1000 || [...url_template].length > 1000;
  const refusal = isLong ? "long" : refusalOf(() => void addLinkifier(realm, { pattern, url_template }));
  return refusal && "linkifiers that the organization does not take";
};

const LANGUAGE = /^[ a-zA-Z0-9_+\-./#]{1,40}$/;

export const writePlayground: RowWriter<"playgrounds"> = ({ realm }, { name, pygments_language, url_template }) => {
  const isValid =
    LANGUAGE.test(pygments_language) &&
    name.trim() !== "" &&
    [...name].length <= 100 &&
    [...url_template].length <= 1000 &&
    isWebTemplate(url_template) &&
    templateVariables(url_template).length > 0 &&
    templateVariables(url_template).every((variable) => variable === "code");
  const refusal = isValid
    ? refusalOf(() => void addPlayground(realm, { name, pygments_language, url_template }))
    : "not valid";
  return refusal && "playgrounds that the organization does not take";
};

export const writeDomain: RowWriter<"domains"> = ({ realm }, { domain, allow_subdomains }) => {
  const valid = v.safeParse(domainParam.schema, domain);
  const refusal = valid.success
    ? refusalOf(() => void addDomain(realm, { domain: valid.output, allow_subdomains }))
    : "not valid";
  return refusal && "domains that the organization does not take";
};

export const writeFolder: RowWriter<"channel_folders"> = (writing, row) => {
  const { realm } = writing;
  if (writing.id("folder", row.id) !== undefined) return LeftOut.twice;
  if (countFolders.one(realm.sql, {}).count >= limits.organization.channel_folders) return LeftOut.tooMany;
  const isDated = row.date_created !== undefined && writing.isPossible(row.date_created);
  const { id } = insertFolder.one(realm.sql, {
    name: row.name.replace(/\p{Cc}/gu, "").trim() || "imported",
    description: row.description,
    rendered: rendered(realm, row.description),
    date_created: isDated ? seconds(row.date_created ?? 0) : realm.seconds(),
    creator: writing.id("user", row.creator_id) ?? null,
    position: Math.min(row.order, 1_000_000),
    is_archived: row.is_archived,
  });
  writing.addId("folder", row.id, id);
  return undefined;
};

export const writeDefaultGroup: RowWriter<"default_channel_groups"> = (writing, { name, description, channels }) => {
  const { byId } = channelIndex(writing.realm);
  const known = channels.flatMap((id) => writing.id("channel", id) ?? []).filter((id) => isForAll(writing, id));
  if (known.length < channels.length)
    writing.leftOut("channels of default groups that are not there for everybody", `default_channel_groups ${name}`);
  const found = known.flatMap((id) => byId.get(toChannelId(id)) ?? []);
  const refusal = refusalOf(() => addDefaultGroup(writing.realm, { name, description, channels: found }));
  return refusal && "groups of default channels that the organization does not take";
};
