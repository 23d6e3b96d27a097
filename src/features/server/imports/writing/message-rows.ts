import { statement } from "../../../../database/statement.ts";
import type { MessageId } from "../../../../protocol/ids.ts";
import { LINKS } from "./file-rows.ts";

/** The columns of a message's row, in the order of the values that are inserted. */
const MESSAGE_COLUMNS = [
  ...(["id", "conversation_id", "channel_id", "sender_id", "topic", "topic_key", "content", "html", "client"] as const),
  ...(["sent_at", "is_me", "has_link", "has_image", "has_attachment", "channel_wildcard"] as const),
  ...(["topic_wildcard_users", "topic_links", "last_edit_at", "last_moved_at", "edit_history"] as const),
] as const;

const values = MESSAGE_COLUMNS.map((_, index) => `value ->> ${index}`).join(", ");

/** `rows` is a JSON list of lists. */
export const insertMessages = statement<{ rows: string }>(
  `INSERT INTO messages (${MESSAGE_COLUMNS.join(", ")}) SELECT ${values} FROM json_each(:rows)`,
);
/** `rows` is a JSON list of message, conversation, topic and sender. */
export const insertPlaces = statement<{ rows: string }>(
  `INSERT INTO message_index (id, conversation_id, topic_id, sender_id)
   SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(:rows)`,
);
/** `rows` is a JSON list of hours and their first messages. */
export const insertHours = statement<{ rows: string }>(
  `INSERT INTO message_hours (hour, first_message) SELECT value ->> 0, value ->> 1 FROM json_each(:rows) WHERE true
   ON CONFLICT (hour) DO UPDATE SET first_message = min(first_message, excluded.first_message)`,
);
export const insertWildcards = statement<{ rows: string }>(
  "INSERT INTO wildcard_mentions (message_id, users) SELECT value ->> 0, value ->> 1 FROM json_each(:rows)",
);
/**
 * `rows` is a JSON list of a file's path, the message, its time, whether it is direct, its conversation, its sender, and its id
 * in the archive. Where the archive tells which messages link to a file, others open it only if its owner has sent them:
 * whoever writes a path may not open what it leads to.
 */
export const insertClaims = statement<{ rows: string }>(
  `INSERT OR IGNORE INTO attachment_claims (attachment_id, message_id, sent_at, is_direct, conversation_id)
   SELECT a.id, r.value ->> 1, r.value ->> 2, r.value ->> 3, r.value ->> 4
   FROM json_each(:rows) r JOIN attachments a ON a.path_id = r.value ->> 0
   LEFT JOIN import_later l ON l.kind = '${LINKS}' AND l.id = a.id
   WHERE l.value IS NULL OR a.owner_id = r.value ->> 5
   OR EXISTS (SELECT 1 FROM json_each(l.value) WHERE value = r.value ->> 6)`,
);
/** `rows` is a JSON list of message, user and flags, which are added to those that are there. */
export const addFlags = statement<{ rows: string }>(
  `INSERT INTO personal_flags (message_id, user_id, flags)
   SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(:rows) WHERE true
   ON CONFLICT (user_id, message_id) DO UPDATE SET flags = flags | excluded.flags`,
);
export const newestBetween = statement<{ first: number; last: number }, { id: MessageId | null }>(
  "SELECT max(id) AS id FROM message_index WHERE id BETWEEN :first AND :last",
);
/** Reserves the ids up to one: messages that are sent meanwhile get later ones. */
export const reserveIds = statement<{ last: number }>(
  "UPDATE sqlite_sequence SET seq = max(seq, CAST(:last AS INTEGER)) WHERE name = 'message_index'",
);
export const insertSequence = statement<{ last: number }>(
  `INSERT INTO sqlite_sequence (name, seq) SELECT 'message_index', CAST(:last AS INTEGER)
   WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'message_index')`,
);
/** What stood there before the archive counts as sent with its first message, since it has lower ids. */
export const deleteHours = statement("DELETE FROM message_hours");
export const oldestMessage = statement<Record<string, never>, { id: number | null }>(
  "SELECT min(id) AS id FROM message_index",
);
