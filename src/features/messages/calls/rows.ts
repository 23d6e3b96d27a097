import * as v from "valibot";
import { type NoParams, statement } from "../../../database/statement.ts";
import { stored } from "../../../database/stored.ts";
import type { ConversationId, MessageId, TopicId, UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `CREATE TABLE calls (
     -- 15 digits, as in the link.
     id TEXT PRIMARY KEY,
     -- The message with the link. Anyone who can read it can join.
     message_id INTEGER NOT NULL,
     starter_id INTEGER NOT NULL,
     video INTEGER NOT NULL,
     locked INTEGER NOT NULL DEFAULT 0,
     started_at INTEGER NOT NULL,
     ended_at INTEGER,
     why TEXT,
     -- Number of permission changes since the start, by which the room detects outdated admittances.
     version INTEGER NOT NULL DEFAULT 0,
     -- Number of the room's last report.
     seq INTEGER NOT NULL DEFAULT 0,
     -- JSON: the users who are in (members); those who were in, with their seconds (people).
     members TEXT NOT NULL DEFAULT '[]',
     people TEXT NOT NULL DEFAULT '[]',
     peak INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE INDEX calls_by_message ON calls (message_id);
   CREATE INDEX calls_open ON calls (started_at) WHERE ended_at IS NULL;
   CREATE INDEX calls_by_time ON calls (started_at);`,
  `-- JSON: users whose devices ring, and until when.
   ALTER TABLE calls ADD COLUMN ringing TEXT NOT NULL DEFAULT '[]';
   ALTER TABLE calls ADD COLUMN rings_until INTEGER;`,
  `-- Links created by other clients while a call was already open. They lead to that call.
   CREATE TABLE call_links (id TEXT PRIMARY KEY, call_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE INDEX call_links_by_call ON call_links (call_id);`,
  `-- Whether members encrypt the media they send through a media server.
   ALTER TABLE calls ADD COLUMN encrypted INTEGER NOT NULL DEFAULT 0;`,
  `-- Whether it is in the room of a channel: anyone who can read the channel can join.
   ALTER TABLE calls ADD COLUMN is_room INTEGER NOT NULL DEFAULT 0;`,
];

export interface CallRow {
  readonly id: string;
  readonly message_id: MessageId;
  readonly starter_id: UserId;
  readonly video: number;
  readonly locked: number;
  readonly started_at: Seconds;
  readonly ended_at: Seconds | null;
  readonly why: string | null;
  readonly version: number;
  readonly seq: number;
  readonly members: string;
  readonly people: string;
  readonly peak: number;
  readonly ringing: string;
  readonly rings_until: Seconds | null;
  readonly encrypted: number;
  readonly is_room: number;
}

const callColumns =
  "id, message_id, starter_id, video, locked, started_at, ended_at, why, version, seq, members, people, peak, ringing, rings_until, encrypted, is_room";

export const callById = statement<{ id: string }, CallRow>(`SELECT ${callColumns} FROM calls WHERE id = :id`);
/** The call that a link with another id leads to, because the link was posted where a call was already open. */
export const callByLink = statement<{ id: string }, CallRow>(
  `SELECT ${callColumns} FROM calls WHERE id = (SELECT call_id FROM call_links WHERE id = :id)`,
);
export const insertLink = statement<{ id: string; call_id: string }>(
  "INSERT INTO call_links (id, call_id) VALUES (:id, :call_id)",
);
export const deleteLinks = statement<{ id: string }>("DELETE FROM call_links WHERE call_id = :id");
export const openCallRows = statement<NoParams, CallRow>(
  `SELECT ${callColumns} FROM calls WHERE ended_at IS NULL ORDER BY started_at, id`,
);
export const callsOfMessages = statement<{ messages: string }, CallRow>(
  `SELECT ${callColumns} FROM calls WHERE message_id IN (SELECT value FROM json_each(:messages))`,
);
/**
 * Searches the organization's newest calls, in case many messages followed in the conversation, and the conversation's
 * newest messages, in case many calls followed elsewhere.
 */
export const newestCallsAt = statement<
  { conversation_id: ConversationId; topic_id: TopicId | null; searched: number; most: number },
  CallRow
>(
  `SELECT ${callColumns} FROM calls WHERE id IN (
     SELECT newest.id
     FROM (SELECT id, message_id FROM calls ORDER BY started_at DESC, id DESC LIMIT CAST(:searched AS INTEGER)) AS newest
     WHERE EXISTS (
       SELECT 1 FROM message_index AS place
       WHERE place.id = newest.message_id AND place.conversation_id = :conversation_id AND place.topic_id IS :topic_id
     )
     UNION
     SELECT own.id
     FROM (
       SELECT * FROM (
         SELECT id FROM message_index WHERE topic_id = :topic_id ORDER BY id DESC LIMIT CAST(:searched AS INTEGER)
       )
       UNION ALL
       SELECT * FROM (
         SELECT id FROM message_index WHERE :topic_id IS NULL AND conversation_id = :conversation_id
         ORDER BY id DESC LIMIT CAST(:searched AS INTEGER)
       )
     ) AS place
     CROSS JOIN calls AS own ON own.message_id = place.id
   )
   ORDER BY started_at DESC, id DESC LIMIT CAST(:most AS INTEGER)`,
);
export const callsOfPerson = statement<{ user: UserId; first: number; last: number }, CallRow>(
  `SELECT ${callColumns} FROM calls WHERE message_id BETWEEN :first AND :last AND (
     starter_id = :user OR EXISTS (SELECT 1 FROM json_each(calls.people) WHERE json_extract(value, '$[0]') = :user)
   ) ORDER BY message_id, id`,
);
export const insertCall = statement<
  Pick<CallRow, "id" | "message_id" | "starter_id" | "video" | "started_at" | "encrypted" | "is_room">
>(
  `INSERT INTO calls (id, message_id, starter_id, video, started_at, encrypted, is_room)
   VALUES (:id, :message_id, :starter_id, :video, :started_at, :encrypted, :is_room)`,
);
export const writeReport = statement<Pick<CallRow, "id" | "seq" | "members" | "people" | "peak" | "locked">>(
  `UPDATE calls SET seq = :seq, members = :members, people = :people, peak = max(peak, :peak), locked = :locked
   WHERE id = :id`,
);
export const writeRinging = statement<{ id: string; ringing: string; rings_until: Seconds | null }>(
  "UPDATE calls SET ringing = :ringing, rings_until = :rings_until WHERE id = :id",
);
export const writeEnd = statement<{ id: string; ended_at: Seconds; why: string }>(
  "UPDATE calls SET ended_at = :ended_at, why = :why, members = '[]' WHERE id = :id",
);
export const countChange = statement("UPDATE calls SET version = version + 1 WHERE ended_at IS NULL");
export const deleteEndedCalls = statement<{ message: MessageId }>(
  "DELETE FROM calls WHERE message_id = :message AND ended_at IS NOT NULL",
);
export const deleteCall = statement<{ id: string }>("DELETE FROM calls WHERE id = :id");

export const forgetPerson = statement<{ user: UserId }>(
  `UPDATE calls SET people = (
     SELECT json_group_array(json(value)) FROM json_each(calls.people) WHERE json_extract(value, '$[0]') <> :user
   ) WHERE EXISTS (SELECT 1 FROM json_each(calls.people) WHERE json_extract(value, '$[0]') = :user)`,
);

export const readMembers = stored("calls.members", v.array(v.number()), () => []);
export const readRinging = stored("calls.ringing", v.array(v.number()), () => []);
export const readPeople = stored("calls.people", v.array(v.tuple([v.number(), v.number()])), () => []);
