import type { AnyEvent } from "../event.ts";
import type { ChannelId, MessageId } from "../ids.ts";

/** A topic of a channel, as `GET /users/me/{id}/topics` lists it. */
export interface ListedTopic {
  readonly name: string;
  /** The id of the newest message. */
  readonly max_id: MessageId;
}

/**
 * The topics of a channel after an event, the newest first. "unknown" if messages were moved or deleted, because the event
 * does not tell which messages are left in a topic.
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
  const name = topic.name.toLowerCase();
  const before = topics.find((one) => one.name.toLowerCase() === name);
  // A page that was fetched after the message has it already.
  if (before !== undefined && before.max_id >= topic.max_id) return topics;
  return [topic, ...topics.filter((one) => one !== before)].sort((one, other) => other.max_id - one.max_id);
}
