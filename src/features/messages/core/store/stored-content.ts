import type { BulkReader } from "../../../../database/bulk-reader.ts";
import { bulkRowId } from "../../../../database/bulk-table.ts";
import type { MessageId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { Seconds } from "../../../../util/time.ts";
import type { MessageIndexRow } from "../../../conversations/conversations.ts";
import { selectSentTimes } from "./change-rows.ts";
import { selectMessage } from "./rows.ts";
import type { StoredMessage } from "./stored-message.ts";

/** Returns the row of a message if the realm holds it. The realm keeps only the newest messages. */
export const findMessageInRealm = (realm: Realm, { id }: Pick<MessageIndexRow, "id">): StoredMessage | undefined =>
  selectMessage.first(realm.sql, { id });

/** Returns when messages were sent. Messages whose rows the realm doesn't hold are left out. */
export const sentTimesOf = (realm: Realm, ids: readonly number[]): ReadonlyMap<MessageId, Seconds> =>
  new Map(selectSentTimes.all(realm.sql, { ids: JSON.stringify(ids) }).map(({ id, sent_at }) => [id, sent_at]));

const EXPORTED = [
  "id",
  "conversation_id",
  "channel_id",
  "sender_id",
  "topic",
  "content",
  "sent_at",
  "edit_history",
] as const;

/** Fetches the text of a message from D1, for messages that may be too old for the realm to hold their rows. */
export async function fetchContent({ realm, database }: BulkReader, message: number): Promise<string | undefined> {
  const query = database.prepare("SELECT content FROM messages WHERE key = ?1").bind(bulkRowId(realm, message));
  return (await query.first<{ content: string }>())?.content;
}

/** Fetches messages from D1, sorted by id. Leaves out messages that have been deleted. */
export async function fetchMessages(
  { realm, database }: BulkReader,
  ids: readonly number[],
): Promise<Pick<StoredMessage, (typeof EXPORTED)[number]>[]> {
  if (ids.length === 0) return [];
  const { results } = await database
    .prepare(
      `SELECT ${EXPORTED.join(", ")} FROM messages WHERE key IN (SELECT CAST(value AS INTEGER) FROM json_each(?1))
       ORDER BY key`,
    )
    .bind(JSON.stringify(ids.map((id) => bulkRowId(realm, id))))
    .all<Pick<StoredMessage, (typeof EXPORTED)[number]>>();
  return results;
}
