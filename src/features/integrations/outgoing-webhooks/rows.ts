import { statement } from "../../../database/statement.ts";
import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Milliseconds, Seconds } from "../../../util/time.ts";
import { deletionByMessages } from "../../conversations/message-places.ts";

export interface CallRow {
  readonly id: number;
  readonly bot_id: UserId;
  readonly message_id: MessageId;
  /** Why the bot gets the message: `mention`, `direct_message`, `command` or `press`. */
  readonly trigger: string;
  /** Identifies the delivery; the same for all attempts. */
  readonly delivery_key: string;
  readonly tries: number;
  /** When the next attempt can start. During an attempt, when it counts as lost. */
  readonly due_at: Milliseconds;
  /** When to stop retrying; null before the first attempt. */
  readonly ends_at: Milliseconds | null;
  /** Set if a button press triggered the call. */
  readonly press_id: number | null;
}
const columnList = "id, bot_id, message_id, trigger, delivery_key, tries, due_at, ends_at, press_id";

export const schema = [
  `CREATE TABLE outgoing_calls (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     bot_id INTEGER NOT NULL,
     message_id INTEGER NOT NULL,
     trigger TEXT NOT NULL,
     delivery_key TEXT NOT NULL,
     tries INTEGER NOT NULL DEFAULT 0,
     due_at INTEGER NOT NULL,
     ends_at INTEGER
   ) STRICT;
   CREATE INDEX outgoing_calls_of_bot ON outgoing_calls (bot_id, id);
   CREATE INDEX outgoing_calls_of_message ON outgoing_calls (message_id);
   -- The last problem with a bot's service that its owner was notified of, and when.
   CREATE TABLE outgoing_problems (
     bot_id INTEGER PRIMARY KEY,
     problem TEXT NOT NULL,
     told_at INTEGER NOT NULL
   ) STRICT;`,
  "ALTER TABLE outgoing_calls ADD COLUMN press_id INTEGER",
];

export const insertCall = statement<{
  bot: number;
  message: number;
  trigger: string;
  key: string;
  due_at: Milliseconds;
  press: number | null;
}>(
  `INSERT INTO outgoing_calls (bot_id, message_id, trigger, delivery_key, due_at, press_id)
   VALUES (:bot, :message, :trigger, :key, :due_at, CAST(:press AS INTEGER))`,
);
export const countCalls = statement<{ bot: number }, { of_bot: number; all_calls: number }>(
  `SELECT (SELECT count(*) FROM outgoing_calls WHERE bot_id = :bot) AS of_bot,
     (SELECT count(*) FROM outgoing_calls) AS all_calls`,
);
/** Selects each bot's first call. The bot's other calls wait until it is finished. */
const FIRST_OF_BOTS = "id IN (SELECT min(id) FROM outgoing_calls GROUP BY bot_id)";
export const dueCalls = statement<{ now: Milliseconds }, CallRow>(
  `SELECT ${columnList} FROM outgoing_calls WHERE ${FIRST_OF_BOTS} AND due_at <= :now ORDER BY due_at, id`,
);
export const nextDueCall = statement<{ now: Milliseconds }, { due_at: Milliseconds | null }>(
  `SELECT min(due_at) AS due_at FROM outgoing_calls WHERE ${FIRST_OF_BOTS} AND due_at > :now`,
);
export const callById = statement<{ id: number }, CallRow>(`SELECT ${columnList} FROM outgoing_calls WHERE id = :id`);
export const beginTry = statement<{ id: number; lost_at: Milliseconds; ends_at: Milliseconds }>(
  "UPDATE outgoing_calls SET tries = tries + 1, due_at = :lost_at, ends_at = :ends_at WHERE id = :id",
);
export const postponeCall = statement<{ id: number; due_at: Milliseconds }>(
  "UPDATE outgoing_calls SET due_at = :due_at WHERE id = :id",
);
export const deleteCall = statement<{ id: number }>("DELETE FROM outgoing_calls WHERE id = :id");
export const deleteCallsOfBot = statement<{ bot: number }>("DELETE FROM outgoing_calls WHERE bot_id = :bot");
export const deleteCallsOfMessages = deletionByMessages("outgoing_calls");

export const problemOfBot = statement<{ bot: number }, { problem: string; told_at: Seconds }>(
  "SELECT problem, told_at FROM outgoing_problems WHERE bot_id = :bot",
);
export const putProblem = statement<{ bot: number; problem: string; at: Seconds }>(
  `INSERT INTO outgoing_problems (bot_id, problem, told_at) VALUES (:bot, :problem, :at)
   ON CONFLICT (bot_id) DO UPDATE SET problem = excluded.problem, told_at = excluded.told_at`,
);
