import { statement } from "../../../../database/statement.ts";
import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Seconds } from "../../../../util/time.ts";
import type { MessageIndexRow } from "../../../conversations/conversations.ts";
import { deletionByMessages } from "../../../conversations/message-places.ts";
import { IS_HISTORICAL } from "./rows.ts";
import type { StoredMessage } from "./stored-message.ts";

/** Finds only messages whose rows the realm holds. */
export const selectSentTimes = statement<{ ids: string }, { id: MessageId; sent_at: Seconds }>(
  "SELECT id, sent_at FROM messages WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id",
);

/** Columns derived from a message's text. */
const editedColumns = [
  "content",
  "html",
  "is_me",
  "has_link",
  "has_image",
  "has_attachment",
  "channel_wildcard",
  "topic_wildcard_users",
  "last_edit_at",
] as const satisfies readonly (keyof StoredMessage)[];
export const updateContent = statement<{
  [Column in "id" | (typeof editedColumns)[number]]: StoredMessage[Column];
}>(`UPDATE messages SET ${editedColumns.map((column) => `${column} = :${column}`).join(", ")} WHERE id = :id`);
export const updateRendering = statement<{ id: number; html: string }>(
  "UPDATE messages SET html = :html WHERE id = :id",
);
export const updateTexts = statement<Pick<StoredMessage, "id" | "content" | "html" | "edit_history">>(
  "UPDATE messages SET content = :content, html = :html, edit_history = :edit_history WHERE id = :id",
);
/** Prepends an entry, a JSON object, to the edit history, which is newest first. */
export const updateHistory = statement<{ id: number; entry: string }>(
  `UPDATE messages SET edit_history =
     '[' || :entry || CASE WHEN edit_history IS NULL THEN ']' ELSE ',' || substr(edit_history, 2) END
   WHERE id = :id`,
);
/** Drops the oldest entry of each edit history longer than `most` bytes. Returns the messages. */
export const updateLongHistories = statement<{ ids: string; most: number }, { id: MessageId }>(
  `UPDATE messages SET edit_history = json_remove(edit_history, '$[#-1]')
   WHERE id IN (SELECT value FROM json_each(:ids)) AND length(CAST(edit_history AS BLOB)) > :most
     AND json_array_length(edit_history) > 1
   RETURNING id`,
);
/**
 * Moves messages to a topic. `head` is the start of the new edit history entry, as JSON without its closing brace. The
 * statement adds the old topic as each message spells it.
 */
export const updateMoved = statement<{
  ids: string;
  conversation_id: number;
  channel_id: number;
  topic: string;
  topic_key: string;
  topic_links: string;
  moved_at: Seconds | null;
  head: string;
  renames: boolean;
}>(
  `UPDATE messages SET conversation_id = :conversation_id, channel_id = :channel_id, topic_key = :topic_key,
     topic = CASE WHEN :renames THEN :topic ELSE topic END,
     topic_links = CASE WHEN :renames THEN :topic_links ELSE topic_links END, last_moved_at = coalesce(:moved_at, last_moved_at),
     edit_history = '[' || :head
       || CASE WHEN :renames THEN ',"topic":' || json_quote(:topic) || ',"prev_topic":' || json_quote(topic) ELSE '' END
       || '}' || CASE WHEN edit_history IS NULL THEN ']' ELSE ',' || substr(edit_history, 2) END
   WHERE id IN (SELECT value FROM json_each(:ids))`,
);

export const selectFlagsOfMessage = statement<{ message: number }, { user_id: UserId; flags: number }>(
  "SELECT user_id, flags FROM personal_flags WHERE message_id = :message ORDER BY user_id",
);
export const selectFlagsOfMessages = statement<
  { ids: string },
  { message_id: MessageId; user_id: UserId; flags: number }
>(
  `SELECT message_id, user_id, flags FROM personal_flags
   WHERE message_id IN (SELECT value FROM json_each(:ids)) ORDER BY message_id, user_id`,
);
/** `rows` is a JSON list of lists: message, user, flags. */
export const upsertFlags = statement<{ rows: string }>(
  `INSERT INTO personal_flags (message_id, user_id, flags)
   SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(:rows) WHERE true
   ON CONFLICT (user_id, message_id) DO UPDATE SET flags = excluded.flags`,
);
/** `rows` is a JSON list of pairs: message, user. */
export const deleteFlags = statement<{ rows: string }>(
  `DELETE FROM personal_flags
   WHERE (message_id, user_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(:rows))`,
);
const selectNth = (nth: "ASC" | "DESC") =>
  statement<{ ids: string; most: number }, { message_id: MessageId }>(
    `SELECT message_id FROM personal_flags WHERE message_id IN (SELECT value FROM json_each(:ids))
     ORDER BY message_id ${nth} LIMIT 1 OFFSET :most`,
  );
/** First message, counting from either end, at which the total of flag rows exceeds `most`. */
export const selectFirstBeyond = { oldest: selectNth("ASC"), newest: selectNth("DESC") };
export const deleteFlagsOfMessages = deletionByMessages("personal_flags");
export const selectWildcardMention = statement<{ message: number }, { users: string | null }>(
  "SELECT users FROM wildcard_mentions WHERE message_id = :message",
);
export const deleteWildcardMentions = deletionByMessages("wildcard_mentions");
export const selectHistorical = statement<{ user: number; conversation: number }, { id: MessageId }>(
  `SELECT f.message_id AS id FROM personal_flags f JOIN message_index i ON i.id = f.message_id
   WHERE f.user_id = :user AND f.${IS_HISTORICAL} AND i.conversation_id = :conversation
   ORDER BY f.message_id`,
);

/** A user's `historical` messages of a topic outside `spans`, the ids the user can read anyway. */
const historicalInTopic = `FROM personal_flags f CROSS JOIN message_index i ON i.id = f.message_id
  WHERE f.user_id = :user AND f.${IS_HISTORICAL} AND f.message_id BETWEEN :first AND :last AND i.topic_id = :topic
    AND NOT EXISTS (SELECT 1 FROM json_each(:spans) s WHERE f.message_id BETWEEN s.value ->> 0 AND s.value ->> 1)`;
type HistoricalInTopic = { user: number; topic: number; first: number; last: number; spans: string };
export const selectHistoricalExtent = statement<HistoricalInTopic, { count: number; oldest: MessageId | null }>(
  `SELECT count(*) AS count, min(i.id) AS oldest ${historicalInTopic}`,
);
export const selectNewestHistorical = statement<HistoricalInTopic & { most: number }, MessageIndexRow>(
  `SELECT i.id, i.conversation_id, i.topic_id, i.sender_id ${historicalInTopic} ORDER BY f.message_id DESC LIMIT :most`,
);
