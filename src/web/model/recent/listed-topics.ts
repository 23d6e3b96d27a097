import type { ChannelId, MessageId } from "../ids.ts";

/** A topic of a channel, as `GET /users/me/{id}/topics` lists it. */
export interface ListedTopic {
  readonly name: string;
  /** The newest message. */
  readonly max_id: MessageId;
}

/** The part of events by which the topics of a channel change. */
export interface TopicEvent {
  readonly type: string;
  readonly message?: {
    readonly id: MessageId;
    readonly type: string;
    readonly stream_id?: ChannelId;
    readonly subject?: string;
  };
  readonly message_type?: string;
  readonly stream_id?: ChannelId;
  readonly new_stream_id?: ChannelId;
  readonly orig_subject?: string;
  readonly subject?: string;
}

/**
 * The topics of a channel after an event, the newest first. "unknown" where the event does not tell: which messages are
 * left of a topic after some were moved or deleted.
 */
export function topicsAfter(
  topics: readonly ListedTopic[],
  channel: ChannelId,
  event: TopicEvent,
): readonly ListedTopic[] | "unknown" {
  const { message } = event;
  if (event.type === "message" && message?.type === "stream" && message.stream_id === channel)
    return withNewest(topics, { name: message.subject ?? "", max_id: message.id });
  if (event.type === "delete_message" && event.stream_id === channel) return "unknown";
  const isMove = event.type === "update_message" && (event.subject !== undefined || event.new_stream_id !== undefined);
  if (isMove && (event.stream_id === channel || event.new_stream_id === channel)) return "unknown";
  return topics;
}

function withNewest(topics: readonly ListedTopic[], topic: ListedTopic): readonly ListedTopic[] {
  const name = topic.name.toLowerCase();
  const before = topics.find((one) => one.name.toLowerCase() === name);
  // A page that came after the message has it already.
  if (before !== undefined && before.max_id >= topic.max_id) return topics;
  return [topic, ...topics.filter((one) => one !== before)].sort((one, other) => other.max_id - one.max_id);
}
