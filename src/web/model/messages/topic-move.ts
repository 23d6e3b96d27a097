import type { AnyEvent } from "../event.ts";
import type { ChannelId } from "../ids.ts";
import { topicKey } from "../places/conversation.ts";

/** Where a topic is. */
interface TopicPlace {
  readonly channel: ChannelId;
  readonly topic: string;
}

/** A topic that has got another name or channel as a whole: renamed, resolved, or moved. */
export interface TopicMove {
  readonly from: TopicPlace;
  readonly to: TopicPlace;
}

/** What an event has done to a whole topic; undefined where it has moved none, or a part of one. */
export function topicMoveOf(event: AnyEvent): TopicMove | undefined {
  if (event.type !== "update_message") return undefined;
  const { propagate_mode, stream_id, new_stream_id, orig_subject, subject } = event;
  if (propagate_mode !== "change_all" || stream_id === undefined || orig_subject === undefined) return undefined;
  return {
    from: { channel: stream_id, topic: orig_subject },
    to: { channel: new_stream_id ?? stream_id, topic: subject ?? orig_subject },
  };
}

/** Where whatever is of a topic belongs after a move: the very same thing where it is of another one. */
export function afterMove<Thing extends object>(thing: Thing, { from, to }: TopicMove): Thing {
  const { channel, topic } = thing as { readonly channel?: ChannelId; readonly topic?: string };
  if (channel === undefined || topic === undefined) return thing;
  return topicKey(channel, topic.trim()) === topicKey(from.channel, from.topic) ? { ...thing, ...to } : thing;
}
