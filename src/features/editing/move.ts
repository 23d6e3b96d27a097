import type { Actor } from "../../protocol/actor.ts";
import type { MessageId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { accessChannel } from "../channels/access.ts";
import type { Channel } from "../channels/channels.ts";
import { placesIn } from "../conversations/changes.ts";
import type { MessagePlace } from "../conversations/conversations.ts";
import { type Topic, topicWithId } from "../conversations/topics.ts";
import { readerOf } from "../messages/access.ts";
import type { EditRequest } from "./edit.ts";
import type { PropagateMode } from "./events.ts";
import { readTopicChange, type TopicChange } from "./topic-change.ts";

/**
 * So many messages move in one change. The rest of a longer topic follows in steps of as many, each of them whole,
 * with its own event: so that no change holds up the others for long, and that the bulk store keeps up.
 */
export const MOST_AT_ONCE = 5000;

/** Messages that are to stand elsewhere: in another topic, in another channel, or both. */
export interface Move {
  readonly target: MessageId;
  readonly mode: PropagateMode;
  readonly from: { readonly channel: Channel; readonly topic: Topic };
  readonly to: { readonly channel: Channel; readonly topic: string };
  readonly resolution: TopicChange["resolution"];
  readonly changesTopic: boolean;
  readonly changesChannel: boolean;
  /** The newest of them, as many as move at once; oldest first. */
  readonly places: readonly MessagePlace[];
  /** How many there are in all, of what the actor can read. */
  readonly total: number;
  /** The oldest of them. */
  readonly oldest: MessageId;
  /** Whether nothing stays behind that the actor can read. */
  readonly isWhole: boolean;
  readonly notifies: { readonly old: boolean; readonly new: boolean };
}

/** The move that a request asks for; undefined where the message is there already. */
export function readMove(
  realm: Realm,
  actor: Actor,
  { place, channel }: { readonly place: MessagePlace; readonly channel: Channel },
  request: EditRequest,
): Move | undefined {
  const topic = place.topic_id === null ? undefined : topicWithId(realm, place.topic_id);
  if (topic === undefined) throw new Error(`message ${place.id} of a channel has no topic`);
  const change: TopicChange =
    request.topic === undefined ? { topic: topic.name, resolution: null } : readTopicChange(topic.name, request.topic);
  const to = request.stream_id === undefined ? channel : accessChannel(realm, actor, request.stream_id);
  const changesTopic = change.topic !== topic.name;
  const changesChannel = to.id !== channel.id;
  if (!changesTopic && !changesChannel) return undefined;
  return {
    target: place.id,
    mode: request.propagate_mode,
    from: { channel, topic },
    to: { channel: to, topic: change.topic },
    resolution: change.resolution,
    changesTopic,
    changesChannel,
    ...affected(realm, actor, { place, topic, mode: request.propagate_mode }),
    notifies: { old: request.send_notification_to_old_thread, new: request.send_notification_to_new_thread },
  };
}

/** What a move takes along: of a channel with protected history what the actor can read (seed 4.2 rule 4). */
function affected(
  realm: Realm,
  actor: Actor,
  { place, topic, mode }: { readonly place: MessagePlace; readonly topic: Topic; readonly mode: PropagateMode },
): Pick<Move, "places" | "total" | "oldest" | "isWhole"> {
  const visible = placesIn(realm, topic.id).filter(readerOf(realm, actor));
  const wanted = visible.filter(
    ({ id }) => mode === "change_all" || (mode === "change_one" ? id === place.id : id >= place.id),
  );
  const newest = wanted.slice(-MOST_AT_ONCE);
  return {
    // The message that is asked for moves at once, whatever follows.
    places: newest.some(({ id }) => id === place.id) ? newest : [place, ...newest],
    total: wanted.length,
    oldest: wanted[0]?.id ?? place.id,
    isWhole: mode === "change_all" || wanted.length === visible.length,
  };
}
