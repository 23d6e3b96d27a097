import type { MessageId } from "../ids.ts";
import type { Message } from "../messages/message.ts";
import { topicKey } from "../places/conversation.ts";
import type { RecentConversation } from "../recent/recent-index.ts";
import type { State } from "../state.ts";
import type { TopicReference } from "./suggest.ts";

export interface KnownTopic extends TopicReference {
  /** The id of the newest known message; 0 if none is known. */
  readonly newest: MessageId;
}

interface Sources {
  readonly state: Pick<State, "unread_msgs" | "user_topics">;
  readonly recent: readonly RecentConversation[];
  readonly listed: readonly KnownTopic[];
  readonly messages: Iterable<Message>;
}

/** The topics that this client knows from all sources, the one with the newest message first. */
export function knownTopics({ state, recent, listed, messages }: Sources): KnownTopic[] {
  const known = new Map<string, KnownTopic>();
  const add = (topic: KnownTopic) => {
    const key = topicKey(topic.channel, topic.topic);
    const before = known.get(key);
    if (before === undefined || before.newest < topic.newest) known.set(key, topic);
  };
  for (const topic of listed) add(topic);
  for (const { conversation, newest } of recent) if (conversation.kind === "topic") add({ ...conversation, newest });
  for (const { stream_id, topic, unread_message_ids: ids } of state.unread_msgs.streams)
    add({ channel: stream_id, topic, newest: ids.at(-1) ?? 0 });
  for (const { stream_id, topic_name } of state.user_topics) add({ channel: stream_id, topic: topic_name, newest: 0 });
  for (const one of messages)
    if (one.type === "stream") add({ channel: one.stream_id, topic: one.subject, newest: one.id });
  return [...known.values()].sort((one, other) => other.newest - one.newest);
}
