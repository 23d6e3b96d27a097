import type { Json } from "../../support/json.ts";
import { OWN_TEXTS } from "../../support/own-texts.ts";
import type { World } from "../load/world.ts";

const token = (text: string) => text.split(/[ \n]/, 1)[0] ?? "";

/** Returns the facts in an archive, by the names that the ledger uses. */
export function factsOfArchive(tables: Json, world: World): Map<string, string> {
  const rows = (table: string): Json[] => tables[table] ?? [];
  return new Map([...ofMessages(rows), ...ofPeople(rows, world), ...ofOrganization(rows)]);
}

type RowsOf = (table: string) => Json[];
type Facts = [name: string, value: string][];

function ofMessages(rows: RowsOf): Facts {
  const names = new Map<number, string>();
  const facts: Facts = [];
  for (const { id, content, client, topic } of rows("messages")) {
    if (client === "Internal") continue;
    const name = `message/${token(content)}`;
    names.set(id, name);
    facts.push([name, content]);
    if (topic !== undefined) facts.push([`${name}/topic`, topic]);
  }
  for (const { message_id, user_id } of rows("reactions")) {
    facts.push([`${names.get(message_id)}/reaction/${user_id}`, "on"]);
  }
  for (const { message_id, user_id, flags } of rows("flags")) {
    for (const flag of flags) facts.push([`${names.get(message_id)}/${flag}/${user_id}`, "on"]);
  }
  for (const { kind, list } of OWN_TEXTS) {
    for (const { content } of rows(list)) facts.push([`${kind}/${token(content)}`, content]);
  }
  for (const { name, path_id } of rows("files")) if (path_id !== undefined) facts.push([`file/${name}`, "there"]);
  return facts;
}

function ofPeople(rows: RowsOf, { general, channels }: World): Facts {
  const facts: Facts = [];
  for (const { id, delivery_email, full_name, role, settings, status } of rows("users")) {
    facts.push([`account/${delivery_email}`, "there"], [`role/${id}`, String(role)], [`full name/${id}`, full_name]);
    if (settings.high_contrast_mode) facts.push([`setting/${id}`, "on"]);
    if (status?.status_text) facts.push([`status/${id}`, status.status_text]);
  }
  for (const { user_id, channel_id, active, color } of rows("subscriptions")) {
    if (active && channels.includes(channel_id)) facts.push([`subscription/${user_id}/${channel_id}`, "on"]);
    if (active && channel_id === general) facts.push([`colour/${user_id}`, color]);
  }
  for (const { user_id, topic, visibility_policy } of rows("topic_preferences")) {
    facts.push([`visibility/${user_id}/${topic}`, String(visibility_policy)]);
  }
  for (const { user_id, word } of rows("alert_words")) facts.push([`alert/${user_id}/${word}`, "on"]);
  for (const { user_id } of rows("muted_users")) facts.push([`muted/${user_id}`, "on"]);
  return facts;
}

function ofOrganization(rows: RowsOf): Facts {
  const facts: Facts = rows("organization").map(({ description }) => ["organization/description", description]);
  for (const { id, name, description, is_archived } of rows("channels")) {
    facts.push([`channel/${name}`, "there"], [`description/${id}`, description]);
    if (is_archived) facts.push([`channel/${name}/archived`, "yes"]);
  }
  for (const { id, name, description, is_system, members } of rows("groups")) {
    if (is_system) continue;
    facts.push([`group/${name}`, "there"], [`description of group/${id}`, description]);
    for (const member of members) facts.push([`member/${id}/${member}`, "on"]);
  }
  for (const { pattern } of rows("linkifiers")) facts.push([`linkifier/${pattern.split("(")[0]}`, "there"]);
  return facts;
}
