import * as v from "valibot";
import type { Actor } from "../../../protocol/actor.ts";
import { bulkStoreUnavailable } from "../../../protocol/errors.ts";
import { channelIdSchema, messageIdSchema, toTopicId, userIdSchema } from "../../../protocol/ids.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import { type MessageIndexRow, placeOfMessage } from "../../conversations/conversations.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { viewerOf } from "../../organization/users/audience.ts";
import { withContentInRealm } from "../messages/store/access-to-change.ts";
import { readablePlaces } from "../messages/store/readable-places.ts";
import type { Move } from "./edit-request.ts";
import { propagateModes } from "./events.ts";
import { shift } from "./move-step.ts";
import { mostAtOnce } from "./plan-move.ts";

export const MOVE_REST_JOB = "move-rest";

/** What is left of a long topic that is moving: its messages between two ids. */
const restSchema = v.object({
  mover: userIdSchema,
  mode: v.picklist(propagateModes),
  countsAsMoved: v.boolean(),
  topic: v.pipe(v.number(), v.transform(toTopicId)),
  first: messageIdSchema,
  last: messageIdSchema,
  /** The message that was asked for: where it is now, the others follow. */
  leader: messageIdSchema,
  to: v.object({ channel: channelIdSchema, topic: v.string() }),
});
type Rest = v.InferOutput<typeof restSchema>;

/** Leaves the older part of a long topic to the outbox: a crash, or a bulk store that is away, delays it and loses nothing. */
export function moveRestLater(realm: Realm, actor: Actor, move: Move): void {
  const { places, from, to } = move;
  const newest = places.at(-1);
  if (newest === undefined) return;
  const rest: Rest = {
    mover: actor.user_id,
    mode: move.mode,
    countsAsMoved: move.resolution === null || move.changesChannel,
    topic: from.topic.id,
    first: move.oldest,
    last: newest.id,
    leader: move.target,
    to: { channel: to.channel.id, topic: to.topic },
  };
  realm.outbox.add(MOVE_REST_JOB, rest);
}

/** The next step. Repeating it is harmless: what has been moved is not in the old topic any more. */
export const moveRest = job(restSchema, async ({ realm }, rest) => {
  const pins = await realm.loadMessages((nextStep(realm, rest)?.places ?? []).map(({ id }) => id));
  try {
    realm.change(() => moveNext(realm, rest));
  } finally {
    pins.release();
  }
});

function moveNext(realm: Realm, rest: Rest): void {
  const step = nextStep(realm, rest);
  if (step === undefined || step.total === 0) return;
  const places = withContentInRealm(realm, step.places);
  const newest = places.at(-1);
  const { mover, mode, countsAsMoved } = rest;
  if (newest === undefined) throw bulkStoreUnavailable();
  shift(realm, { ...step, mover, mode, countsAsMoved, target: newest.id, places });
  if (places.length < step.total) realm.outbox.add(MOVE_REST_JOB, rest);
}

/** What moves next, from where to where; undefined where there is nothing to do any more. */
function nextStep(realm: Realm, rest: Rest) {
  const topic = topicWithId(realm, rest.topic);
  const from = topicAt(realm, topic);
  const leader = placeOfMessage(realm, rest.leader);
  const to = leader === undefined ? destination(realm, rest) : placeNow(realm, leader);
  if (topic === undefined || from === undefined || to === undefined || leader?.topic_id === topic.id) return undefined;
  const { channel } = from;
  const range = { span: [rest.first, rest.last] as const, most: mostAtOnce(realm, channel, to.channel) };
  const { places, total } = readablePlaces(realm, viewerOf(realm, rest.mover), { channel, topic }, range);
  return { places, total, from, to };
}

interface TopicInChannel {
  readonly channel: Channel;
  readonly topic: string;
}

const placeNow = (realm: Realm, { topic_id }: MessageIndexRow): TopicInChannel | undefined =>
  topic_id === null ? undefined : topicAt(realm, topicWithId(realm, topic_id));

function topicAt(realm: Realm, topic: ReturnType<typeof topicWithId>): TopicInChannel | undefined {
  const channel = topic && channelIndex(realm).byConversation.get(topic.conversation_id);
  return channel && { channel, topic: topic.name };
}

function destination(realm: Realm, { to }: Rest): TopicInChannel | undefined {
  const channel = channelIndex(realm).byId.get(to.channel);
  return channel && { channel, topic: to.topic };
}
