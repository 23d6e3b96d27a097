import { type NoParams, statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `CREATE TABLE channel_folders (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL,
     description TEXT NOT NULL,
     rendered_description TEXT NOT NULL,
     date_created INTEGER NOT NULL,
     creator_id INTEGER,
     position INTEGER NOT NULL,
     is_archived INTEGER NOT NULL DEFAULT 0
   ) STRICT;`,
];

export interface FolderRow {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly rendered_description: string;
  readonly date_created: Seconds;
  readonly creator_id: UserId | null;
  readonly position: number;
  readonly is_archived: number;
}

const columnList = "id, name, description, rendered_description, date_created, creator_id, position, is_archived";

export const allFolders = statement<NoParams, FolderRow>(
  `SELECT ${columnList} FROM channel_folders ORDER BY position, id`,
);
export const insertFolder = statement<
  { name: string; description: string; rendered_description: string; date_created: Seconds; creator_id: number },
  FolderRow
>(
  `INSERT INTO channel_folders (name, description, rendered_description, date_created, creator_id, position)
   SELECT :name, :description, :rendered_description, CAST(:date_created AS INTEGER), CAST(:creator_id AS INTEGER),
     coalesce(max(position) + 1, 0) FROM channel_folders
   RETURNING ${columnList}`,
);
export const updateFolder = statement<
  Pick<FolderRow, "id" | "name" | "description" | "rendered_description" | "is_archived">
>(
  `UPDATE channel_folders SET name = :name, description = :description,
     rendered_description = :rendered_description, is_archived = :is_archived WHERE id = :id`,
);
export const setPositions = statement<{ ids: string }>(
  "UPDATE channel_folders SET position = (SELECT key FROM json_each(:ids) WHERE value = channel_folders.id)",
);
