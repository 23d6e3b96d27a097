import { type NoParams, statement } from "../../../database/statement.ts";
import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";
import { deletionByMessages } from "../../conversations/message-places.ts";

export const schema = [
  `CREATE TABLE hosted_bots (
     bot_id INTEGER PRIMARY KEY,
     program TEXT NOT NULL,
     digest TEXT NOT NULL,
     -- JSON: hosts the program can call.
     hosts TEXT NOT NULL,
     is_on INTEGER NOT NULL
   ) STRICT;
   -- Pending and current runs. A bot's runs are sequential.
   CREATE TABLE hosted_bot_runs (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     bot_id INTEGER NOT NULL,
     trigger TEXT NOT NULL,
     -- Null for a timer.
     message_id INTEGER,
     -- JSON; null for a message.
     timer TEXT,
     is_begun INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE INDEX hosted_bot_runs_of_bot ON hosted_bot_runs (bot_id, id);
   CREATE INDEX hosted_bot_runs_of_message ON hosted_bot_runs (message_id);
   CREATE TABLE hosted_bot_timers (
     bot_id INTEGER NOT NULL,
     name TEXT NOT NULL,
     due_at INTEGER NOT NULL,
     -- JSON.
     data TEXT NOT NULL,
     PRIMARY KEY (bot_id, name)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX hosted_bot_timers_due ON hosted_bot_timers (due_at);
   CREATE TABLE hosted_bot_log (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     bot_id INTEGER NOT NULL,
     at INTEGER NOT NULL,
     is_error INTEGER NOT NULL,
     text TEXT NOT NULL
   ) STRICT;
   CREATE INDEX hosted_bot_log_of_bot ON hosted_bot_log (bot_id, id);`,
  "ALTER TABLE hosted_bot_runs ADD COLUMN press_id INTEGER",
];

interface HostedBotRow {
  readonly bot_id: UserId;
  readonly program: string;
  /** Hex SHA-256 of the script. */
  readonly digest: string;
  readonly hosts: string;
  readonly is_on: number;
}

export const hostedBot = statement<{ bot: number }, HostedBotRow>(
  "SELECT bot_id, program, digest, hosts, is_on FROM hosted_bots WHERE bot_id = :bot",
);
export const putHostedBot = statement<{ bot: number; program: string; digest: string; hosts: string; is_on: number }>(
  `INSERT INTO hosted_bots (bot_id, program, digest, hosts, is_on) VALUES (:bot, :program, :digest, :hosts, :is_on)
   ON CONFLICT (bot_id) DO UPDATE SET
     program = excluded.program, digest = excluded.digest, hosts = excluded.hosts, is_on = excluded.is_on`,
);
export const deleteHostedBot = statement<{ bot: number }>("DELETE FROM hosted_bots WHERE bot_id = :bot");

export interface RunRow {
  readonly id: number;
  readonly bot_id: UserId;
  /** `mention`, `direct_message`, `command`, `press` or `timer`. */
  readonly trigger: string;
  readonly message_id: MessageId | null;
  readonly timer: string | null;
  readonly is_begun: number;
  /** Set if the press of a button triggered the run. */
  readonly press_id: number | null;
}
const runColumns = "id, bot_id, trigger, message_id, timer, is_begun, press_id";

export const insertRun = statement<{
  bot: number;
  trigger: string;
  message: number | null;
  timer: string | null;
  press: number | null;
}>(
  `INSERT INTO hosted_bot_runs (bot_id, trigger, message_id, timer, press_id)
   VALUES (:bot, :trigger, :message, :timer, CAST(:press AS INTEGER))`,
);
export const countRuns = statement<{ bot: number; for_timers: number }, { of_bot: number; all_runs: number }>(
  `SELECT coalesce(sum(bot_id = :bot), 0) AS of_bot, count(*) AS all_runs
   FROM hosted_bot_runs WHERE (message_id IS NULL) = :for_timers`,
);
export const firstRuns = statement<NoParams, RunRow>(
  `SELECT ${runColumns} FROM hosted_bot_runs
   WHERE id IN (SELECT min(id) FROM hosted_bot_runs GROUP BY bot_id) ORDER BY id`,
);
export const runById = statement<{ id: number }, RunRow>(`SELECT ${runColumns} FROM hosted_bot_runs WHERE id = :id`);
export const beginRun = statement<{ id: number }>("UPDATE hosted_bot_runs SET is_begun = 1 WHERE id = :id");
export const putBackRun = statement<{ id: number }>("UPDATE hosted_bot_runs SET is_begun = 0 WHERE id = :id");
export const deleteRun = statement<{ id: number }>("DELETE FROM hosted_bot_runs WHERE id = :id");
export const deleteRunsOfBot = statement<{ bot: number }>("DELETE FROM hosted_bot_runs WHERE bot_id = :bot");
export const deleteRunsOfMessages = deletionByMessages("hosted_bot_runs");

export interface TimerRow {
  readonly bot_id: UserId;
  readonly name: string;
  readonly due_at: Seconds;
  readonly data: string;
}

export const putTimer = statement<{ bot: number; name: string; due_at: Seconds; data: string }>(
  `INSERT INTO hosted_bot_timers (bot_id, name, due_at, data) VALUES (:bot, :name, :due_at, :data)
   ON CONFLICT (bot_id, name) DO UPDATE SET due_at = excluded.due_at, data = excluded.data`,
);
export const timersOf = statement<{ bot: number }, TimerRow>(
  "SELECT bot_id, name, due_at, data FROM hosted_bot_timers WHERE bot_id = :bot ORDER BY due_at, name",
);
export const dueTimers = statement<{ now: Seconds; most: number }, TimerRow>(
  `SELECT bot_id, name, due_at, data FROM hosted_bot_timers WHERE due_at <= :now
   ORDER BY due_at, bot_id, name LIMIT CAST(:most AS INTEGER)`,
);
export const nextTimer = statement<NoParams, { due_at: Seconds | null }>(
  "SELECT min(due_at) AS due_at FROM hosted_bot_timers",
);
export const deleteTimer = statement<{ bot: number; name: string }>(
  "DELETE FROM hosted_bot_timers WHERE bot_id = :bot AND name = :name",
);
export const deleteTimersOf = statement<{ bot: number }>("DELETE FROM hosted_bot_timers WHERE bot_id = :bot");

interface LogRow {
  readonly id: number;
  readonly at: Seconds;
  readonly is_error: number;
  readonly text: string;
}

export const insertLog = statement<{ bot: number; at: Seconds; is_error: number; text: string }>(
  "INSERT INTO hosted_bot_log (bot_id, at, is_error, text) VALUES (:bot, :at, :is_error, :text)",
);
export const trimLog = statement<{ bot: number; most: number }>(
  `DELETE FROM hosted_bot_log WHERE bot_id = :bot AND id <= (
     SELECT id FROM hosted_bot_log WHERE bot_id = :bot ORDER BY id DESC LIMIT 1 OFFSET CAST(:most AS INTEGER))`,
);
export const logOf = statement<{ bot: number }, LogRow>(
  "SELECT id, at, is_error, text FROM hosted_bot_log WHERE bot_id = :bot ORDER BY id DESC",
);
export const deleteLogOf = statement<{ bot: number }>("DELETE FROM hosted_bot_log WHERE bot_id = :bot");
