import { openAsBlob } from "node:fs";
import { digestOfSource } from "../../../src/archive-format/digest.ts";
import { openArchive, tablesOf } from "../../../src/archive-format/read.ts";
import type { Json } from "../../support/json.ts";
import { Violation } from "../frame/part.ts";

/** The columns that identify a row of each table. Their values are unique within an archive. */
const names: Record<string, readonly string[]> = {
  ...{ users: ["id"], groups: ["id"], custom_emoji: ["id"], profile_fields: ["id"], channel_folders: ["id"] },
  ...{ channels: ["id"], files: ["id"], messages: ["id"], profile_values: ["user_id", "field_id"] },
  ...{ subscriptions: ["user_id", "channel_id"], flags: ["user_id", "message_id"] },
  reactions: ["message_id", "user_id", "emoji_code", "reaction_type"],
  ...{ topic_preferences: ["user_id", "channel_id", "topic"], muted_users: ["user_id", "muted_user_id"] },
  ...{ alert_words: ["user_id", "word"], bot_storage: ["user_id", "key"], presence: ["user_id"], bots: ["user_id"] },
  ...{ linkifiers: ["pattern"], domains: ["domain"], onboarding_steps: ["user_id", "name"] },
};

/** The tables that id columns refer to. */
const references: Record<string, string> = {
  ...{ user_id: "users", sender_id: "users", creator_id: "users", author_id: "users", owner_id: "users" },
  ...{ bot_id: "users", bot_owner_id: "users", muted_user_id: "users", members: "users", channel_id: "channels" },
  ...{ message_id: "messages", field_id: "profile_fields", folder_id: "channel_folders", subgroups: "groups" },
};

export interface Whole {
  readonly tables: Json;
  /** Digest of each file, by member name. */
  readonly files: ReadonlyMap<string, string>;
}

/** Reads an archive. Throws for an invalid or duplicate row, a dangling reference, or a wrong digest. */
export async function readWhole(file: string): Promise<Whole> {
  const archive = await openArchive(await openAsBlob(file));
  const tables: Json = {};
  for (const table of tablesOf(archive)) {
    tables[table] = [];
    for await (const one of archive.rows(table)) {
      if ("problem" in one) throw new Violation(`a row of ${table} is not valid: ${one.problem}`);
      tables[table].push(one.row);
    }
  }
  const files = new Map<string, string>();
  const rows = new Map<string, Json>((tables.files ?? []).map((row: Json) => [row.member, row]));
  for await (const member of archive.files()) {
    const digest = await digestOfSource(archive.content(member));
    const row = rows.get(member.name);
    if (row?.sha256 !== digest || row.size !== member.size) {
      throw new Violation(`the file ${member.name} is not what its row says`);
    }
    files.set(member.name, digest);
  }
  const wrong = [...twice(tables), ...dangling(tables, files)];
  if (wrong.length > 0) throw new Violation("an archive is not consistent", wrong.slice(0, 20));
  return { tables, files };
}

function twice(tables: Json): string[] {
  return Object.entries(names).flatMap(([table, fields]) => {
    const seen = new Set<string>();
    return (tables[table] ?? []).flatMap((row: Json) => {
      const name = JSON.stringify(fields.map((field) => row[field]));
      if (seen.has(name)) return [`${table} ${name} is there twice`];
      seen.add(name);
      return [];
    });
  });
}

function dangling(tables: Json, files: ReadonlyMap<string, string>): string[] {
  const known: Record<string, Set<number>> = {};
  for (const table of new Set(Object.values(references))) {
    known[table] = new Set((tables[table] ?? []).map(({ id }: Json) => id));
  }
  const inRows = Object.entries<Json[]>(tables).flatMap(([table, rows]) =>
    rows.flatMap((row) =>
      Object.entries(references).flatMap(([field, kind]) => {
        const ids: unknown[] = [row[field] ?? []].flat();
        const missing = ids.filter((id) => typeof id === "number" && !known[kind]?.has(id));
        return missing.map((id) => `${table} ${JSON.stringify(row).slice(0, 200)} names ${kind} ${id}`);
      }),
    ),
  );
  const withoutFile = (tables.files ?? []).filter(({ member }: Json) => !files.has(member));
  return [...inRows, ...withoutFile.map(({ member }: Json) => `there is no file ${member}`)];
}
