import type { BulkReader } from "../../../database/bulk-reader.ts";
import { bulkRowId } from "../../../database/bulk-table.ts";
import { type NoParams, statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

/** An erasure that a user requested or an owner ordered. */
export interface ErasureRow {
  readonly user_id: UserId;
  readonly deletes_messages: number;
  readonly asked_at: Seconds;
  /** When the erasure starts, or null if a user has requested it and no owner has decided yet. */
  readonly due_at: Seconds | null;
}

export const schema = [
  `-- Users who will be erased, or have requested it.
   CREATE TABLE erasures (
     user_id INTEGER PRIMARY KEY,
     deletes_messages INTEGER NOT NULL,
     asked_at INTEGER NOT NULL,
     due_at INTEGER
   ) STRICT;
   CREATE INDEX erasures_by_time ON erasures (due_at) WHERE due_at IS NOT NULL;
   -- Erased users, for restores of backups that still contain them.
   CREATE TABLE erased_users (user_id INTEGER PRIMARY KEY, deletes_messages INTEGER NOT NULL, erased_at INTEGER NOT NULL) STRICT;`,
  // Null for users erased before this column existed. It can't be filled in, because an import may have created another
  // account with the same id and an earlier time.
  "ALTER TABLE erased_users ADD COLUMN date_joined INTEGER",
];

const columns = "user_id, deletes_messages, asked_at, due_at";
export const erasureOf = statement<{ user: number }, ErasureRow>(
  `SELECT ${columns} FROM erasures WHERE user_id = :user`,
);
export const allErasures = statement<NoParams, ErasureRow>(`SELECT ${columns} FROM erasures ORDER BY user_id`);
export const putErasure = statement<
  Pick<ErasureRow, "asked_at" | "due_at"> & { user: number; deletes_messages: boolean }
>(
  `INSERT INTO erasures (${columns}) VALUES (:user, :deletes_messages, :asked_at, :due_at)
   ON CONFLICT (user_id) DO UPDATE SET deletes_messages = excluded.deletes_messages, asked_at = excluded.asked_at,
     due_at = excluded.due_at`,
);
export const deleteErasure = statement<{ user: number }>("DELETE FROM erasures WHERE user_id = :user");
export const firstDue = statement<{ now: Seconds }, ErasureRow>(
  `SELECT ${columns} FROM erasures WHERE due_at <= :now ORDER BY due_at, user_id LIMIT 1`,
);
export const nextDue = statement<NoParams, { due_at: Seconds | null }>(
  "SELECT min(due_at) AS due_at FROM erasures WHERE due_at IS NOT NULL",
);

interface ErasedRow {
  readonly user_id: UserId;
  readonly deletes_messages: number;
  readonly erased_at: Seconds;
  /** When the account was created, or null if it was erased by a version of the program that didn't store it. */
  readonly date_joined: Seconds | null;
}
const erasedColumns = "user_id, deletes_messages, erased_at, date_joined";
export const insertErased = statement<
  Pick<ErasedRow, "erased_at" | "date_joined"> & { user: number; deletes_messages: boolean }
>(`INSERT OR REPLACE INTO erased_users (${erasedColumns}) VALUES (:user, :deletes_messages, :erased_at, :date_joined)`);
export const erasedAfter = statement<{ after: number; most: number }, ErasedRow>(
  `SELECT ${erasedColumns} FROM erased_users WHERE user_id > :after ORDER BY user_id LIMIT :most`,
);

/** Returns the messages in D1, within a range of ids, whose current or former text mentions a user. */
export async function messagesNaming(
  { realm, database }: BulkReader,
  { user, after, upTo, most }: Readonly<Record<"user" | "after" | "upTo" | "most", number>>,
): Promise<number[]> {
  const query = database
    .prepare(
      `SELECT id FROM messages WHERE key > ?1 AND key <= ?2
         AND (instr(html, ?3) OR instr(coalesce(edit_history, ''), ?4) OR instr(coalesce(edit_history, ''), ?5)
           OR instr(content, ?5))
       ORDER BY key LIMIT ?6`,
    )
    .bind(
      bulkRowId(realm, after),
      bulkRowId(realm, upTo),
      `data-user-id="${user}"`,
      `data-user-id=\\"${user}\\"`,
      `|${user}**`,
      most,
    );
  return (await query.all<{ id: number }>()).results.map(({ id }) => id);
}
