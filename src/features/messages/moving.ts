import { type TopicLink, topicLinks } from "../../markup/index.ts";
import type { ChannelId, ConversationId, MessageId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { topicKey } from "../conversations/topic-name.ts";
import { linkifiersOf } from "../linkifiers/linkifiers.ts";
import { moveContents, prependEdit } from "./change-rows.ts";
import type { Edit } from "./message-object.ts";

/** Adds an entry to a message's history. */
export const addToHistory = (realm: Realm, id: MessageId, edit: Edit): void =>
  prependEdit.run(realm.sql, { id, entry: JSON.stringify(edit) });

/** What a topic's name links to. */
export const linksOfTopic = (realm: Realm, topic: string): TopicLink[] => topicLinks(topic, linkifiersOf(realm));

interface Destination {
  readonly conversation: ConversationId;
  readonly channel: ChannelId;
  readonly topic: string;
}

/** Writes where messages stand now, and adds the move to their history, together with what else has been edited. */
export function moveContent(
  realm: Realm,
  messages: readonly MessageId[],
  { conversation, channel, topic }: Destination,
  { edit, renames, countsAsMoved }: { readonly edit: Edit; readonly renames: boolean; readonly countsAsMoved: boolean },
): void {
  moveContents.run(realm.sql, {
    ids: JSON.stringify(messages),
    conversation_id: conversation,
    channel_id: channel,
    topic,
    topic_key: topicKey(topic),
    topic_links: JSON.stringify(linksOfTopic(realm, topic)),
    moved_at: countsAsMoved ? edit.timestamp : null,
    head: JSON.stringify(edit).slice(0, -1),
    renames,
  });
}
