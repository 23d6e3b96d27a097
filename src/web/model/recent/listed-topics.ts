import type { AnyEvent } from "../event.ts";
import type { ChannelId, MessageId } from "../ids.ts";
import { topicNameKey } from "../routes/conversation.ts";

/** A channel topic, as listed by `GET /users/me/{id}/topics`. */
export interface ListedTopic {
  readonly name: string;
  readonly max_id: MessageId;
}

/**
 * Updates a channel's topics, newest first, after an event. Returns "unknown" if messages were moved or deleted,
 * because the event doesn't include which messages a topic still has.
 */
export function topicsAfter(
  topics: readonly ListedTopic[],
  channel: ChannelId,
  event: AnyEvent,
): readonly ListedTopic[] | "unknown" {
  if (event.type === "message" && event.message.type === "stream" && event.message.stream_id === channel)
    return withNewest(topics, { name: event.message.subject, max_id: event.message.id });
  if (event.type === "delete_message" && event.stream_id === channel) return "unknown";
  if (event.type !== "update_message" || (event.subject === undefined && event.new_stream_id === undefined))
    return topics;
  return event.stream_id === channel || event.new_stream_id === channel ? "unknown" : topics;
}

function withNewest(topics: readonly ListedTopic[], topic: ListedTopic): readonly ListedTopic[] {
  const name = topicNameKey(topic.name);
  const before = topics.find((one) => topicNameKey(one.name) === name);
  // A page fetched after the message already includes it.
  if (before !== undefined && before.max_id >= topic.max_id) return topics;
  return [topic, ...topics.filter((one) => one !== before)].sort((one, other) => other.max_id - one.max_id);
}
