import { type TopicLink, topicLinks } from "../../../../markup/index.ts";
import type { ChannelId, ConversationId, MessageId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { nameKey } from "../../../../protocol/name-key.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { linkifiersOf } from "../../../organization/linkifiers/linkifiers.ts";
import { updateHistory, updateLongHistories, updateMoved } from "./change-rows.ts";
import type { EditHistoryEntry } from "./message-object.ts";

/**
 * Size limit of a message's edit history. It is part of the message's row, whose size both stores limit. A row that D1
 * rejects would block all rows shipped after it.
 */
const { history_bytes } = limits.message;

export function addToHistory(realm: Realm, id: MessageId, edit: EditHistoryEntry): void {
  updateHistory.run(realm.sql, { id, entry: JSON.stringify(bounded(edit)) });
  shortenHistories(realm, [id]);
}

/** Returns the entry without the previous text if that is too long to keep. */
function bounded(edit: EditHistoryEntry): EditHistoryEntry {
  if (Buffer.byteLength(JSON.stringify(edit)) <= history_bytes) return edit;
  const { prev_content, prev_rendered_content, ...rest } = edit;
  return rest;
}

function shortenHistories(realm: Realm, messages: readonly MessageId[]): void {
  let longer = messages;
  while (longer.length > 0) {
    const dropped = updateLongHistories.all(realm.sql, { ids: JSON.stringify(longer), most: history_bytes });
    longer = dropped.map(({ id }) => id);
  }
}

export const linksOfTopic = (realm: Realm, topic: string): TopicLink[] => topicLinks(topic, linkifiersOf(realm));

interface MovedTo {
  readonly conversation: ConversationId;
  readonly channel: ChannelId;
  readonly topic: string;
}

/**
 * Writes a move to the rows of messages and to their edit histories. `edit` can contain the old text as well. If the
 * topic stays, each message keeps its own spelling.
 */
export function writeMove(
  realm: Realm,
  messages: readonly MessageId[],
  { conversation, channel, topic }: MovedTo,
  {
    edit,
    renames,
    countsAsMoved,
  }: { readonly edit: EditHistoryEntry; readonly renames: boolean; readonly countsAsMoved: boolean },
): void {
  updateMoved.run(realm.sql, {
    ids: JSON.stringify(messages),
    conversation_id: conversation,
    channel_id: channel,
    topic,
    topic_key: nameKey(topic),
    topic_links: JSON.stringify(linksOfTopic(realm, topic)),
    moved_at: countsAsMoved ? edit.timestamp : null,
    head: JSON.stringify(bounded(edit)).slice(0, -1),
    renames,
  });
  shortenHistories(realm, messages);
}
