import { topicKey } from "../model/conversation.ts";
import type { AnyEvent } from "../model/handlers.ts";
import type { Place } from "../model/place.ts";

/** As much of `update_message` as says that a whole topic has got another name or channel. */
interface TopicMove {
  readonly propagate_mode?: string;
  readonly stream_id?: number;
  readonly new_stream_id?: number;
  readonly orig_subject?: string;
  readonly subject?: string;
}

/** Where a place is after an event: a topic that is shown stays shown when it is renamed, resolved or moved as a whole. */
export function placeAfter(place: Place, event: AnyEvent): Place {
  if (event.type !== "update_message" || place.view !== "topic") return place;
  const { propagate_mode, stream_id, new_stream_id, orig_subject, subject } = event as AnyEvent & TopicMove;
  if (propagate_mode !== "change_all" || stream_id === undefined || orig_subject === undefined) return place;
  if (topicKey(place.channel, place.topic) !== topicKey(stream_id, orig_subject)) return place;
  return { ...place, channel: new_stream_id ?? stream_id, topic: subject ?? orig_subject };
}
