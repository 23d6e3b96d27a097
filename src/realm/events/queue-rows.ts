import { type NoParams, statement } from "../../database/statement.ts";
import type { UserId } from "../../protocol/ids.ts";
import type { Milliseconds } from "../../util/time.ts";

/** The platform's event tables: the log, the queues, the counter. */
export const eventTables = [
  `CREATE TABLE event_counter (reserved INTEGER NOT NULL) STRICT;
   INSERT INTO event_counter (reserved) VALUES (0);
   CREATE TABLE events (
     id INTEGER PRIMARY KEY,
     kind TEXT NOT NULL,
     payload TEXT NOT NULL,
     -- [{extra, list}] or [{extra, base, queues}]: the recipients, determined when the event happened
     audience TEXT NOT NULL
   ) STRICT;
   CREATE TABLE recipient_lists (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     -- [queue number], ascending
     queues TEXT NOT NULL
   ) STRICT;
   CREATE TABLE queues (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     user_id INTEGER NOT NULL,
     client TEXT NOT NULL,
     lifespan INTEGER NOT NULL,
     -- the newest event id when the queue was created: its own numbering starts at the next one
     origin INTEGER NOT NULL,
     acknowledged INTEGER NOT NULL,
     seen_at INTEGER NOT NULL
   ) STRICT;`,
];

/** Later schema steps. They run after those of the other tables. */
export const laterEventTables = [
  // 1 while the queue has an open stream: its client is connected, regardless of seen_at
  "ALTER TABLE queues ADD COLUMN streamed INTEGER NOT NULL DEFAULT 0",
];

/** Later schema steps. They run after the previous ones. */
export const recipientBaseTables = [
  `CREATE TABLE recipient_bases (
     number INTEGER NOT NULL,
     -- a large base has several rows
     part INTEGER NOT NULL,
     -- queue numbers, encoded by number-set.ts
     queues BLOB NOT NULL,
     PRIMARY KEY (number, part)
   ) STRICT, WITHOUT ROWID`,
];

interface QueueRow {
  number: number;
  id: string;
  user_id: UserId;
  client: string;
  lifespan: Milliseconds;
  origin: number;
  acknowledged: number;
  seen_at: Milliseconds;
}

export interface EventRow {
  id: number;
  kind: string;
  payload: string;
  audience: string;
}

export const allQueues = statement<NoParams, QueueRow>(
  "SELECT number, id, user_id, client, lifespan, origin, acknowledged, seen_at FROM queues ORDER BY number",
);
export const insertQueue = statement<
  { id: string; user_id: number; client: string; lifespan: Milliseconds; origin: number; seen_at: Milliseconds },
  { number: number }
>(
  `INSERT INTO queues (id, user_id, client, lifespan, origin, acknowledged, seen_at)
   VALUES (:id, :user_id, :client, :lifespan, :origin, :origin, :seen_at) RETURNING number`,
);
export const updateQueue = statement<{ number: number; acknowledged: number; seen_at: Milliseconds }>(
  "UPDATE queues SET acknowledged = :acknowledged, seen_at = :seen_at WHERE number = :number",
);
export const updateStreamed = statement<{
  number: number;
  acknowledged: number;
  seen_at: Milliseconds;
  streamed: 0 | 1;
}>(`UPDATE queues SET acknowledged = :acknowledged, seen_at = :seen_at, streamed = :streamed WHERE number = :number`);
/** Ends the streams of all queues except these, because their sockets no longer exist. */
export const endStreamsBut = statement<{ kept: string; now: Milliseconds }, { number: number }>(
  `UPDATE queues SET streamed = 0, seen_at = :now
   WHERE streamed = 1 AND number NOT IN (SELECT value FROM json_each(:kept)) RETURNING number`,
);
export const deleteQueue = statement<{ number: number }>("DELETE FROM queues WHERE number = :number");

export const logExtent = statement<NoParams, { newest: number | null; size: number }>(
  "SELECT max(id) AS newest, count(*) AS size FROM events",
);
export const eventsBetween = statement<{ after: number; upto: number; most: number }, EventRow>(
  `SELECT id, kind, payload, audience FROM events
   WHERE id > :after AND id <= :upto ORDER BY id LIMIT :most`,
);
export const audiencesBetween = statement<
  { after: number; upto: number; most: number },
  Pick<EventRow, "id" | "audience">
>("SELECT id, audience FROM events WHERE id > :after AND id <= :upto ORDER BY id LIMIT :most");
export const newestBut = statement<{ most: number }, { id: number }>(
  "SELECT id FROM events ORDER BY id DESC LIMIT 1 OFFSET :most",
);
export const insertEvent = statement<{ id: number; kind: string; payload: string; audience: string }>(
  "INSERT INTO events (id, kind, payload, audience) VALUES (:id, :kind, :payload, :audience)",
);
export const deleteEvents = statement<{ oldest: number }>("DELETE FROM events WHERE id < :oldest");
/** Number of rows that the last statement wrote or deleted, which costs less than counting a table's rows. */
export const changedRows = statement<NoParams, { count: number }>("SELECT changes() AS count");

export const insertList = statement<{ queues: string }, { number: number }>(
  "INSERT INTO recipient_lists (queues) VALUES (:queues) RETURNING number",
);
export const listByNumber = statement<{ number: number }, { queues: string }>(
  "SELECT queues FROM recipient_lists WHERE number = :number",
);
export const deleteListsBut = statement<{ kept: string }>(
  "DELETE FROM recipient_lists WHERE number NOT IN (SELECT value FROM json_each(:kept))",
);

export const baseNumbers = statement<NoParams, { number: number }>(
  "SELECT DISTINCT number FROM recipient_bases ORDER BY number",
);
export const baseParts = statement<{ number: number }, { queues: ArrayBuffer }>(
  "SELECT queues FROM recipient_bases WHERE number = :number ORDER BY part",
);
export const insertBasePart = statement<{ number: number; part: number; queues: Uint8Array }>(
  "INSERT INTO recipient_bases (number, part, queues) VALUES (:number, :part, :queues)",
);
export const deleteBase = statement<{ number: number }>("DELETE FROM recipient_bases WHERE number = :number");
