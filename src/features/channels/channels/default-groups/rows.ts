import { statement } from "../../../../database/statement.ts";

export const defaultGroupSchema = [
  `CREATE TABLE default_channel_groups (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL UNIQUE,
     description TEXT NOT NULL,
     -- JSON: channel ids, ascending.
     channels TEXT NOT NULL
   ) STRICT;`,
];

interface DefaultGroupRow {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly channels: string;
}

export const allGroups = statement<Record<string, never>, DefaultGroupRow>(
  "SELECT id, name, description, channels FROM default_channel_groups ORDER BY name",
);
export const insertGroup = statement<{ name: string; description: string; channels: string }>(
  "INSERT INTO default_channel_groups (name, description, channels) VALUES (:name, :description, :channels)",
);
export const updateGroup = statement<{ id: number; name: string; description: string; channels: string }>(
  `UPDATE default_channel_groups SET name = :name, description = :description, channels = :channels WHERE id = :id`,
);
export const deleteGroup = statement<{ id: number }>("DELETE FROM default_channel_groups WHERE id = :id");
