import type { AnyEvent } from "../event.ts";
import type { ChannelId } from "../ids.ts";
import { topicKey } from "../places/conversation.ts";

interface TopicPlace {
  readonly channel: ChannelId;
  readonly topic: string;
}

/** A move of a whole topic to another name or channel: it was renamed, resolved, or moved. */
export interface TopicMove {
  readonly from: TopicPlace;
  readonly to: TopicPlace;
}

/** The move of a whole topic by an event; undefined if it has moved no topic, or a part of one. */
export function topicMoveOf(event: AnyEvent): TopicMove | undefined {
  if (event.type !== "update_message") return undefined;
  const { propagate_mode, stream_id, new_stream_id, orig_subject, subject } = event;
  if (propagate_mode !== "change_all" || stream_id === undefined || orig_subject === undefined) return undefined;
  return {
    from: { channel: stream_id, topic: orig_subject },
    to: { channel: new_stream_id ?? stream_id, topic: subject ?? orig_subject },
  };
}

/** Updates an object that names a topic after a move. Returns the same object if it names another topic, or none. */
export function afterMove<Thing extends object>(thing: Thing, { from, to }: TopicMove): Thing {
  const { channel, topic } = thing as { readonly channel?: ChannelId; readonly topic?: string };
  if (channel === undefined || topic === undefined) return thing;
  return topicKey(channel, topic.trim()) === topicKey(from.channel, from.topic) ? { ...thing, ...to } : thing;
}
