import type { Actor } from "../../../protocol/actor.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessChannel } from "../../channels/channels/access.ts";
import { type Channel, subscribersOf } from "../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { ALL_IDS, type IdSpan, topicWithId } from "../../conversations/topics.ts";
import { readablePlaces } from "../core/store/readable-places.ts";
import { type EditRequest, type Move, parseTopicChange, type TopicChange } from "./edit-request.ts";
import type { PropagateMode } from "./events.ts";

/**
 * Maximum messages moved per change, so that no change blocks the realm for long, and D1 keeps up. The rest of a longer
 * topic follows in later changes, each with its own event.
 */
const MAX_AT_ONCE = 5000;
/** Maximum read-state checks in a move between channels, one for each message and subscriber. */
const MAX_READINGS = 4_000_000;
/** Maximum rows written in a move to a channel with protected history, one for each message and subscriber. */
const MAX_ROWS = 50_000;
const MIN_AT_ONCE = 20;

/** Returns how many messages can move from one channel to another in one change. */
export function mostAtOnce(realm: Realm, from: Channel, to: Channel): number {
  if (from.id === to.id) return MAX_AT_ONCE;
  const there = subscribersOf(realm, to.id).size + 1;
  const readings = MAX_READINGS / (there + subscribersOf(realm, from.id).size);
  const rows = to.history_public_to_subscribers === 1 ? MAX_AT_ONCE : MAX_ROWS / there;
  return Math.max(MIN_AT_ONCE, Math.floor(Math.min(MAX_AT_ONCE, readings, rows)));
}

/** Returns the requested move, or undefined if the message already has that topic and channel. */
export function planMove(
  realm: Realm,
  actor: Actor,
  { place, channel }: { readonly place: MessageIndexRow; readonly channel: Channel },
  request: EditRequest,
): Move | undefined {
  const topic = place.topic_id === null ? undefined : topicWithId(realm, place.topic_id);
  if (topic === undefined) throw new Error(`message ${place.id} of a channel has no topic`);
  const change: TopicChange =
    request.topic === undefined ? { topic: topic.name, resolution: null } : parseTopicChange(topic.name, request.topic);
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
    ...affected(realm, actor, {
      place,
      from: { channel, topic },
      mode: request.propagate_mode,
      most: mostAtOnce(realm, channel, to),
    }),
    notifies: { old: request.send_notification_to_old_thread, new: request.send_notification_to_new_thread },
  };
}

interface MoveRequest {
  readonly place: MessageIndexRow;
  readonly from: Move["from"];
  readonly mode: PropagateMode;
  readonly most: number;
}

/**
 * Returns the messages to move. In a channel with protected history, only those the caller can read (seed 4.2, rule 4).
 */
function affected(
  realm: Realm,
  actor: Actor,
  { place, from, mode, most }: MoveRequest,
): Pick<Move, "places" | "total" | "oldest" | "isWhole"> {
  const wanted = readablePlaces(realm, actor, from, { span: spanOf(mode, place.id), most });
  const all = mode === "change_all" ? wanted : readablePlaces(realm, actor, from, { span: ALL_IDS, most: 0 });
  const { places, total, oldest } = wanted;
  return {
    // The message named in the request always moves in the first step.
    places: places.some(({ id }) => id === place.id) ? places : [place, ...places],
    total,
    oldest: oldest ?? place.id,
    isWhole: total === all.total,
  };
}

function spanOf(mode: PropagateMode, target: MessageId): IdSpan {
  if (mode === "change_all") return ALL_IDS;
  return mode === "change_later" ? [target, ALL_IDS[1]] : [target, target];
}
