import * as v from "valibot";
import type { Actor } from "../../../protocol/actor.ts";
import { bulkStoreUnavailable } from "../../../protocol/errors.ts";
import { channelIdSchema, messageIdSchema, toTopicId, userIdSchema } from "../../../protocol/ids.ts";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { type MessageIndexRow, placeOfMessage } from "../../conversations/conversations.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { reachOf } from "../core/store/access.ts";
import { withContentInRealm } from "../core/store/access-to-change.ts";
import { readablePlaces } from "../core/store/readable-places.ts";
import type { Move, TopicInChannel } from "./edit-request.ts";
import { propagateModes } from "./events.ts";
import { runMoveStep } from "./move-step.ts";
import { mostAtOnce } from "./plan-move.ts";

export const MOVE_REMAINING_JOB = "move-rest";

const spanSchema = v.pipe(v.tuple([v.number(), v.number()]), v.readonly());

/** The messages of a long topic that still have to be moved: those in an id range. */
const remainingSchema = v.object({
  mover: userIdSchema,
  mode: v.picklist(propagateModes),
  countsAsMoved: v.boolean(),
  topic: v.pipe(v.number(), v.transform(toTopicId)),
  first: messageIdSchema,
  last: messageIdSchema,
  /** The message named in the request, which was moved first. The others move to wherever it is now. */
  leader: messageIdSchema,
  to: v.object({ channel: channelIdSchema, topic: v.string() }),
  /** What the mover could read when the move was allowed, even if they have left since. Missing in older jobs. */
  reach: v.optional(v.object({ spans: v.pipe(v.array(spanSchema), v.readonly()), mayHaveHistorical: v.boolean() })),
});
type Remaining = v.InferOutput<typeof remainingSchema>;

/** Queues the move of a long topic's older messages in the outbox, so that neither a crash nor a D1 outage loses it. */
export function moveRemainingLater(realm: Realm, actor: Actor, move: Move): void {
  const { places, from, to } = move;
  const newest = places.at(-1);
  if (newest === undefined) return;
  const remaining: Remaining = {
    mover: actor.user_id,
    mode: move.mode,
    countsAsMoved: move.resolution === null || move.changesChannel,
    topic: from.topic.id,
    first: move.oldest,
    last: newest.id,
    leader: move.target,
    to: { channel: to.channel.id, topic: to.topic },
    reach: reachOf(realm, actor, from.channel.conversation_id),
  };
  realm.outbox.add(MOVE_REMAINING_JOB, remaining);
}

/** Job: moves the next messages. Safe to repeat, because moved messages are no longer in the old topic. */
export const moveRemaining = job(remainingSchema, async ({ realm }, rest) => {
  const messages = (nextStep(realm, rest)?.places ?? []).map(({ id }) => id);
  await realm.changeWithMessages(messages, () => moveNext(realm, rest));
});

function moveNext(realm: Realm, rest: Remaining): void {
  const step = nextStep(realm, rest);
  if (step === undefined || step.total === 0) return;
  const places = withContentInRealm(realm, step.places);
  const newest = places.at(-1);
  const { mover, mode, countsAsMoved } = rest;
  if (newest === undefined) throw bulkStoreUnavailable();
  runMoveStep(realm, { ...step, mover, mode, countsAsMoved, target: newest.id, places });
  if (places.length < step.total) realm.outbox.add(MOVE_REMAINING_JOB, rest);
}

/** Returns the messages to move next, with their old and new topics, or undefined if none are left. */
function nextStep(realm: Realm, rest: Remaining) {
  const topic = topicWithId(realm, rest.topic);
  const from = topicAt(realm, topic);
  const leader = placeOfMessage(realm, rest.leader);
  const to = leader === undefined ? destination(realm, rest) : placeNow(realm, leader);
  if (topic === undefined || from === undefined || to === undefined || leader?.topic_id === topic.id) return undefined;
  const { channel } = from;
  const most = mostAtOnce(realm, channel, to.channel);
  const range = { span: [rest.first, rest.last] as const, most, reach: rest.reach };
  const { places, total } = readablePlaces(realm, viewerOf(realm, rest.mover), { channel, topic }, range);
  return { places, total, from, to };
}

const placeNow = (realm: Realm, { topic_id }: MessageIndexRow): TopicInChannel | undefined =>
  topic_id === null ? undefined : topicAt(realm, topicWithId(realm, topic_id));

function topicAt(realm: Realm, topic: ReturnType<typeof topicWithId>): TopicInChannel | undefined {
  const channel = topic && channelIndex(realm).byConversation.get(topic.conversation_id);
  return channel && { channel, topic: topic.name };
}

function destination(realm: Realm, { to }: Remaining): TopicInChannel | undefined {
  const channel = channelIndex(realm).byId.get(to.channel);
  return channel && { channel, topic: to.topic };
}
