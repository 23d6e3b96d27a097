import { type NoParams, statement } from "../../../database/statement.ts";
import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { additive } from "../../../realm/schema.ts";
import type { Milliseconds } from "../../../util/time.ts";
import { deletionByMessages } from "../../conversations/message-places.ts";
import type { Submessage } from "../widgets/widgets.ts";

/** SQL expression for the size of a press, including some bytes for the rest of its row. */
const bytesOf = (press: string) =>
  `(300 + ${["local_id", "value", "entered", "answer", "answer_html"].map((text) => `coalesce(octet_length(${press}.${text}), 0)`).join(" + ")})`;

export const schema = [
  `-- Presses of buttons, and submitted forms. Kept for an hour, so that a repeated one is recognized.
   CREATE TABLE presses (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     message_id INTEGER NOT NULL,
     bot_id INTEGER NOT NULL,
     user_id INTEGER NOT NULL,
     local_id TEXT NOT NULL,
     -- Null for a form.
     button_id TEXT,
     value TEXT,
     -- JSON: what was entered in a form, until the bot has answered.
     entered TEXT,
     pressed_at INTEGER NOT NULL,
     -- waiting, answered or unanswered.
     state TEXT NOT NULL,
     -- What only the user sees, with its HTML.
     answer TEXT,
     answer_html TEXT,
     UNIQUE (user_id, local_id)
   ) STRICT;
   CREATE INDEX presses_of_message ON presses (message_id);
   CREATE INDEX presses_waiting ON presses (pressed_at) WHERE state = 'waiting';
   CREATE INDEX presses_waiting_for_bot ON presses (bot_id) WHERE state = 'waiting';`,
  `-- Since then, presses stay with their messages, and what was entered stays with them.
   CREATE INDEX presses_of_user ON presses (user_id, message_id);`,
  additive(`-- Total size of all presses in bytes, which would be slow to add up.
   CREATE TABLE press_space (used INTEGER NOT NULL) STRICT;
   INSERT INTO press_space (used) SELECT coalesce(sum(${bytesOf("presses")}), 0) FROM presses;
   CREATE TRIGGER presses_take_space AFTER INSERT ON presses
     BEGIN UPDATE press_space SET used = used + ${bytesOf("new")}; END;
   CREATE TRIGGER presses_change_space AFTER UPDATE ON presses
     BEGIN UPDATE press_space SET used = used + ${bytesOf("new")} - ${bytesOf("old")}; END;
   CREATE TRIGGER presses_free_space AFTER DELETE ON presses
     BEGIN UPDATE press_space SET used = used - ${bytesOf("old")}; END;`),
];

export interface PressRow {
  readonly id: number;
  readonly message_id: MessageId;
  readonly bot_id: UserId;
  readonly user_id: UserId;
  readonly local_id: string;
  readonly button_id: string | null;
  readonly value: string | null;
  readonly entered: string | null;
  readonly pressed_at: Milliseconds;
  readonly state: "waiting" | "answered" | "unanswered";
  readonly answer: string | null;
  readonly answer_html: string | null;
}

const columns =
  "id, message_id, bot_id, user_id, local_id, button_id, value, entered, pressed_at, state, answer, answer_html";

type NewPress = Omit<PressRow, "id" | "state" | "answer" | "answer_html">;

export const insertPress = statement<NewPress, PressRow>(
  `INSERT INTO presses (message_id, bot_id, user_id, local_id, button_id, value, entered, pressed_at, state)
   VALUES (:message_id, :bot_id, :user_id, :local_id, :button_id, :value, :entered, CAST(:pressed_at AS INTEGER), 'waiting')
   RETURNING ${columns}`,
);
export const pressById = statement<{ id: number }, PressRow>(`SELECT ${columns} FROM presses WHERE id = :id`);
export const pressOfUser = statement<{ user: number; local_id: string }, PressRow>(
  `SELECT ${columns} FROM presses WHERE user_id = :user AND local_id = :local_id`,
);
export const countWaiting = statement<{ bot: number }, { count: number }>(
  "SELECT count(*) AS count FROM presses WHERE bot_id = :bot AND state = 'waiting'",
);
export const waitingSince = statement<{ until: Milliseconds; most: number }, PressRow>(
  `SELECT ${columns} FROM presses WHERE state = 'waiting' AND pressed_at <= :until
   ORDER BY pressed_at, id LIMIT CAST(:most AS INTEGER)`,
);
export const oldestWaiting = statement<NoParams, { pressed_at: Milliseconds | null }>(
  "SELECT min(pressed_at) AS pressed_at FROM presses WHERE state = 'waiting'",
);
export const endPress = statement<{
  id: number;
  state: PressRow["state"];
  answer: string | null;
  answer_html: string | null;
}>("UPDATE presses SET state = :state, answer = :answer, answer_html = :answer_html WHERE id = :id");
/** For each message, the private answer to the user's latest press, if it has one. */
export const latestAnswers = statement<{ user: number; messages: string }, PressRow>(
  `SELECT ${columns} FROM presses WHERE answer IS NOT NULL AND id IN (
     SELECT max(id) FROM presses WHERE user_id = :user AND message_id IN (SELECT value FROM json_each(:messages))
     GROUP BY message_id
   ) ORDER BY id`,
);
export type Press = Pick<PressRow, "id" | "message_id">;
/**
 * Up to ten presses that are too old, and up to ten presses of this user and message that no longer wait and aren't
 * among the newest `most`.
 */
export const oldPresses = statement<{ floor: number; user: number; message: number; most: number }, Press>(
  `SELECT * FROM (SELECT id, message_id FROM presses WHERE id <= :floor ORDER BY id LIMIT 10)
   UNION
   SELECT * FROM (
     SELECT id, message_id FROM presses WHERE user_id = :user AND message_id = :message AND state <> 'waiting'
     ORDER BY id DESC LIMIT 10 OFFSET CAST(:most AS INTEGER)
   )`,
);
export const spaceUsed = statement<NoParams, { used: number }>("SELECT used FROM press_space");
/** The oldest presses with a total of `bytes`, but at most `most` of them. */
export const oldestPresses = statement<{ bytes: number; most: number }, Press>(
  `SELECT id, message_id FROM (
     SELECT id, message_id, bytes, sum(bytes) OVER (ORDER BY id) AS bytes_so_far FROM (
       SELECT id, message_id, ${bytesOf("presses")} AS bytes FROM presses ORDER BY id LIMIT CAST(:most AS INTEGER)
     )
   ) WHERE bytes_so_far - bytes < :bytes ORDER BY id`,
);
export const deletePresses = statement<{ ids: string }>(
  "DELETE FROM presses WHERE id IN (SELECT value FROM json_each(:ids))",
);
export const pressesOfUser = statement<{ user: number; first: number; last: number }, PressRow>(
  `SELECT ${columns} FROM presses WHERE user_id = :user AND message_id BETWEEN :first AND :last ORDER BY message_id, id`,
);
export const idsOfUser = statement<{ user: number }, Press>("SELECT id, message_id FROM presses WHERE user_id = :user");
/** The message that ends a page of a user's presses. No row if all of them fit into the page. */
export const lastInPage = statement<
  { user: number; first: number; last: number; most: number },
  { message_id: number }
>(
  `SELECT message_id FROM presses WHERE user_id = :user AND message_id BETWEEN :first AND :last
   ORDER BY message_id LIMIT 1 OFFSET CAST(:most AS INTEGER)`,
);
export const pressesOfMessages = statement<{ messages: string }, Press>(
  "SELECT id, message_id FROM presses WHERE message_id IN (SELECT value FROM json_each(:messages))",
);
export const pressesAfter = statement<{ after: number; most: number }, PressRow>(
  `SELECT ${columns} FROM presses WHERE id > :after AND coalesce(value, entered, answer) IS NOT NULL
   ORDER BY id LIMIT CAST(:most AS INTEGER)`,
);
export const writePressTexts = statement<Pick<PressRow, "id" | "value" | "entered" | "answer" | "answer_html">>(
  "UPDATE presses SET value = :value, entered = :entered, answer = :answer, answer_html = :answer_html WHERE id = :id",
);
/** A press as JSON, for holds and compliance exports. */
export const PRESS_JSON = `json_object('type', 'press', 'button_id', button_id, 'value', value, 'entered', json(entered),
  'pressed_at', pressed_at / 1000, 'state', state, 'answer', answer)`;
export const selectParts = statement<{ message: number; after: number; most: number }, Submessage>(
  `SELECT id, message_id, user_id AS sender_id, 'press' AS msg_type, ${PRESS_JSON} AS content FROM presses
   WHERE message_id = :message AND id > :after ORDER BY id LIMIT CAST(:most AS INTEGER)`,
);
export const deletePressesOfMessages = deletionByMessages("presses");
