import type { TableName } from "../../src/archive-format/tables.ts";
import type { Json } from "./json.ts";

/** Tables with rows only in a whole export with secrets. */
export const secretTables: readonly TableName[] = ["passkeys", "second_factors", "recovery_codes", "external_logins"];

/** The rows of an archive, and a summary of each file's content by member name. */
interface ArchiveContents {
  readonly tables: Json;
  readonly files: ReadonlyMap<string, string>;
}

/** Functions that return what identifies a row in any organization, by table. */
const names: Record<string, (row: Json) => string> = {
  users: ({ system, delivery_email }) => system ?? delivery_email,
  channels: ({ name }) => name,
  groups: ({ name }) => name,
  custom_emoji: ({ name }) => name,
  profile_fields: ({ name }) => name,
  channel_folders: ({ name }) => name,
};

/** The fields that contain ids, and the tables to which the ids refer. */
const references: Record<string, string> = {
  ...{ user_id: "users", sender_id: "users", creator_id: "users", author_id: "users", owner_id: "users" },
  ...{ bot_id: "users", bot_owner_id: "users", muted_user_id: "users", told_to: "users", direct_members: "users" },
  ...{ members: "users", channel_id: "channels", channels: "channels", default_sending_channel_id: "channels" },
  ...{ default_events_channel_id: "channels", stream: "channels", prev_stream: "channels" },
  ...{ subgroups: "groups", direct_subgroups: "groups", message_id: "messages", links: "messages", read: "messages" },
  ...{ unread: "messages", low: "messages", received: "messages", field_id: "profile_fields" },
  folder_id: "channel_folders",
};

const sorted = (list: readonly unknown[]) =>
  list.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

/**
 * Returns the rows of an archive with names instead of ids, so that two organizations can be compared. The names of
 * messages are their positions, and those of uploads and pictures their contents.
 */
export function normalised({ tables, files }: ArchiveContents): Json {
  const known: Record<string, Map<number, string>> = {};
  for (const [table, nameOf] of Object.entries(names)) {
    known[table] = new Map((tables[table] ?? []).map((row: Json) => [row.id, `${table} ${nameOf(row)}`]));
  }
  const messages: number[] = (tables.messages ?? []).map(({ id }: Json) => id);
  const uploads: [string, string][] = (tables.files ?? [])
    .filter(({ path_id }: Json) => path_id !== undefined)
    .map((row: Json) => [row.path_id, `${row.name} ${row.sha256}`]);

  const named = (kind: string, id: unknown): unknown => {
    if (Array.isArray(id)) return id.map((one) => named(kind, one));
    if (typeof id !== "number") return inside(id);
    // A message's name contains the number of messages before it, so it exists for deleted and future messages, too.
    if (kind === "messages") return `after ${messages.filter((one) => one < id).length}`;
    return known[kind]?.get(id) ?? `${kind} ${id}?`;
  };
  const text = (value: string) => {
    let result = value;
    for (const [path, name] of uploads) result = result.replaceAll(path, name);
    result = result.replace(/\|(\d+)\*\*/g, (_, id) => `|${named("users", Number(id))}**`);
    result = result
      .replace(/\/channel\/(\d+)/g, (_, id) => `/channel/${named("channels", Number(id))}`)
      .replace(/\/near\/(\d+)/g, (_, id) => `/near/${named("messages", Number(id))}`);
    return files.has(value) ? `file ${files.get(value)}` : result;
  };
  const inside = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !LEFT_OUT.has(name))
        .map(([name, one]) => [name, field(name, one, value)]),
    );
  };
  const field = (name: string, one: unknown, row: Json): unknown => {
    if (name === "permissions" || name.startsWith("can_")) return permission(one);
    if (name === "emoji_code" && row.reaction_type === "realm_emoji") return named("custom_emoji", Number(one));
    if (name.endsWith("_stream_id") || name === "moderation_request_channel_id") return named("channels", one);
    const kind = references[name];
    if (kind === undefined) return inside(one);
    const found = named(kind, one);
    return Array.isArray(found) && kind !== "messages" ? sorted(found) : found;
  };
  const permission = (value: unknown): unknown => {
    if (typeof value === "number") return named("groups", value);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        return [name, references[name] === undefined ? permission(one) : sorted(named(references[name], one) as [])];
      }),
    );
  };
  return Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => {
      const plain = (rows as Json[]).map((row) => {
        if (table === "drafts" || table === "scheduled_messages") {
          const kind = table === "drafts" && row.type === "stream" ? "channels" : "users";
          return inside({ ...row, ...(row.to && { to: named(kind, row.to) }) });
        }
        // The value of a profile field for people is a list of user ids.
        if (table === "profile_values" && /^\[\d+(,\d+)*\]$/.test(row.value)) {
          return inside({ ...row, value: named("users", JSON.parse(row.value)) });
        }
        return inside(ofEverywhere(table, row));
      });
      return [table, table === "messages" ? plain : sorted(plain)];
    }),
  );
}

/** Returns a row without the parts that depend on its server or its creation date. */
function ofEverywhere(table: string, { ...row }: Json): Json {
  if (table === "users" && row.system !== undefined) return { system: row.system };
  // An API email that hides the real address contains the user id and the server's name.
  if (table === "users" && row.email !== row.delivery_email) row.email = "hides another";
  if (table === "organization" || (table === "channels" && row.name === "general")) row.date_created = "founded";
  if (table === "files" && row.path_id === undefined) row.name = "picture";
  return row;
}

/** Fields specific to one organization: ids, and names of stored files. */
const LEFT_OUT = new Set(["id", "path_id", "member"]);
