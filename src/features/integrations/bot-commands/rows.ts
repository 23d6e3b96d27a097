import { statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";

export interface CommandRow {
  /** Without the slash. */
  readonly name: string;
  readonly bot_id: UserId;
  readonly description: string;
  /** The usage that may follow the name, such as `SERVICE [VERSION]`. */
  readonly usage: string;
}

export const schema = [
  `CREATE TABLE bot_commands (
     name TEXT PRIMARY KEY,
     bot_id INTEGER NOT NULL,
     description TEXT NOT NULL,
     usage TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX bot_commands_of_bot ON bot_commands (bot_id);`,
];

export const allCommands = statement<Record<string, never>, CommandRow>(
  "SELECT name, bot_id, description, usage FROM bot_commands ORDER BY name",
);
export const insertCommand = statement<{ name: string; bot: number; description: string; usage: string }>(
  "INSERT INTO bot_commands (name, bot_id, description, usage) VALUES (:name, :bot, :description, :usage)",
);
export const deleteCommandsOf = statement<{ bot: number }>("DELETE FROM bot_commands WHERE bot_id = :bot");
