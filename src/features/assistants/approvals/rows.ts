import { statement } from "../../../database/statement.ts";
import type { ConversationId, MessageId, UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- Results of calls that only run once, by the assistant's key or by the question that was answered.
   CREATE TABLE assistant_results (
     grant_id INTEGER NOT NULL,
     key TEXT NOT NULL,
     -- A hash of the arguments.
     digest TEXT NOT NULL,
     -- JSON.
     result TEXT NOT NULL,
     at INTEGER NOT NULL,
     PRIMARY KEY (grant_id, key)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX assistant_results_by_time ON assistant_results (at);
   -- What waits for a user's decision: messages in their name, and questions to them.
   CREATE TABLE assistant_requests (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     grant_id INTEGER NOT NULL,
     grant_name TEXT NOT NULL,
     -- The notification bot's message that asked the user.
     notice_id INTEGER NOT NULL UNIQUE,
     state TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     expires_at INTEGER NOT NULL,
     -- JSON: the message to send, or null for a question.
     message TEXT,
     -- JSON: a question's choices, or null for a message.
     choices TEXT,
     answer TEXT,
     message_id INTEGER
   ) STRICT;
   CREATE INDEX assistant_requests_by_user ON assistant_requests (user_id, state);
   CREATE INDEX assistant_requests_by_grant ON assistant_requests (grant_id, state);
   CREATE INDEX assistant_requests_by_expiry ON assistant_requests (expires_at);
   -- Hosts linked in messages that an assistant has read, by conversation. 0 means any.
   CREATE TABLE assistant_links (
     grant_id INTEGER NOT NULL,
     host TEXT NOT NULL,
     conversation_id INTEGER NOT NULL,
     at INTEGER NOT NULL,
     PRIMARY KEY (grant_id, host, conversation_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX assistant_links_by_time ON assistant_links (at);
   -- An assistant's reads and writes per day. Days are counted from 1970.
   CREATE TABLE assistant_days (
     grant_id INTEGER NOT NULL,
     day INTEGER NOT NULL,
     reads INTEGER NOT NULL,
     writes INTEGER NOT NULL,
     PRIMARY KEY (grant_id, day)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX assistant_days_by_day ON assistant_days (day);`,
];

export const selectResult = statement<
  { grant: number; key: string; since: Seconds },
  { digest: string; result: string }
>("SELECT digest, result FROM assistant_results WHERE grant_id = :grant AND key = :key AND at >= :since");
export const insertResult = statement<{ grant: number; key: string; digest: string; result: string; at: Seconds }>(
  `INSERT INTO assistant_results (grant_id, key, digest, result, at) VALUES (:grant, :key, :digest, :result, :at)
   ON CONFLICT DO UPDATE SET digest = excluded.digest, result = excluded.result, at = excluded.at`,
);
/** Deletes a batch of expired results. */
export const deleteOldResults = statement<{ before: Seconds }>(
  `DELETE FROM assistant_results WHERE (grant_id, key) IN
     (SELECT grant_id, key FROM assistant_results WHERE at < :before ORDER BY at LIMIT 20)`,
);

type RequestState = "waiting" | "approved" | "declined" | "expired" | "failed" | "answered";

/** A message or question for a user to decide, including decided ones. */
export interface RequestRow {
  readonly id: number;
  readonly user_id: UserId;
  readonly grant_id: number;
  readonly grant_name: string;
  readonly notice_id: MessageId;
  readonly state: RequestState;
  readonly created_at: Seconds;
  readonly expires_at: Seconds;
  readonly message: string | null;
  readonly choices: string | null;
  readonly answer: string | null;
  readonly message_id: MessageId | null;
}

const columns = `id, user_id, grant_id, grant_name, notice_id, state, created_at, expires_at, message, choices, answer,
  message_id`;

type NewRequest = Omit<RequestRow, "id" | "answer" | "message_id">;
export const insertRequest = statement<NewRequest, RequestRow>(
  `INSERT INTO assistant_requests (user_id, grant_id, grant_name, notice_id, state, created_at, expires_at, message, choices)
   VALUES (:user_id, :grant_id, :grant_name, :notice_id, :state, :created_at, :expires_at, :message, :choices)
   RETURNING ${columns}`,
);
export const requestById = statement<{ id: number }, RequestRow>(
  `SELECT ${columns} FROM assistant_requests WHERE id = :id`,
);
export const requestByNotice = statement<{ notice: number }, RequestRow>(
  `SELECT ${columns} FROM assistant_requests WHERE notice_id = :notice`,
);
export const newestQuestion = statement<{ user: number }, RequestRow>(
  `SELECT ${columns} FROM assistant_requests
   WHERE user_id = :user AND state = 'waiting' AND message IS NULL ORDER BY id DESC LIMIT 1`,
);
export const countWaiting = statement<{ grant: number }, { count: number }>(
  "SELECT count(*) AS count FROM assistant_requests WHERE grant_id = :grant AND state = 'waiting'",
);
export const waitingOfGrant = statement<{ grant: number }, RequestRow>(
  `SELECT ${columns} FROM assistant_requests WHERE grant_id = :grant AND state = 'waiting'`,
);
/** Stores the decision of a request, and deletes the text of its message. */
export const decideRequest = statement<Pick<RequestRow, "id" | "state" | "answer" | "message_id">>(
  `UPDATE assistant_requests SET state = :state, answer = :answer, message_id = :message_id,
     message = CASE WHEN message IS NULL THEN NULL ELSE '' END
   WHERE id = :id`,
);
export const deleteOldRequests = statement<{ before: Seconds }>(
  "DELETE FROM assistant_requests WHERE expires_at < :before",
);
export const deleteRequestsOfUser = statement<{ user: number }>("DELETE FROM assistant_requests WHERE user_id = :user");

export const upsertLink = statement<{ grant: number; host: string; conversation: number; at: Seconds }>(
  `INSERT INTO assistant_links (grant_id, host, conversation_id, at) VALUES (:grant, :host, :conversation, :at)
   ON CONFLICT DO UPDATE SET at = excluded.at`,
);
export const countLinks = statement<{ grant: number }, { count: number }>(
  "SELECT count(*) AS count FROM assistant_links WHERE grant_id = :grant",
);
export const deleteOldLinks = statement<{ before: Seconds }>("DELETE FROM assistant_links WHERE at < :before");
export const linksOfGrant = statement<
  { grant: number; since: Seconds },
  { host: string; conversation_id: ConversationId }
>("SELECT host, conversation_id FROM assistant_links WHERE grant_id = :grant AND at >= :since");

export const addToDay = statement<
  { grant: number; day: number; reads: number; writes: number },
  { reads: number; writes: number }
>(
  `INSERT INTO assistant_days (grant_id, day, reads, writes) VALUES (:grant, :day, :reads, :writes)
   ON CONFLICT DO UPDATE SET reads = reads + excluded.reads, writes = writes + excluded.writes
   RETURNING reads, writes`,
);
export const selectDay = statement<{ grant: number; day: number }, { writes: number }>(
  "SELECT writes FROM assistant_days WHERE grant_id = :grant AND day = :day",
);
export const callsFromDay = statement<{ grant: number; day: number }, { calls: number }>(
  "SELECT coalesce(sum(reads + writes), 0) AS calls FROM assistant_days WHERE grant_id = :grant AND day >= :day",
);
export const deleteOldDays = statement<{ before: number }>("DELETE FROM assistant_days WHERE day < :before");
