import * as v from "valibot";
import type { Actor } from "../../protocol/actor.ts";
import { messageIdSchema, type TopicId, userIdSchema } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { allTheChannels } from "../channels/channels.ts";
import { placesIn } from "../conversations/changes.ts";
import { type MessagePlace, placeOfMessage } from "../conversations/conversations.ts";
import { topicWithId } from "../conversations/topics.ts";
import { readerOf } from "../messages/access.ts";
import { viewer } from "../messages/holders.ts";
import { propagateModes } from "./events.ts";
import { MOST_AT_ONCE, type Move } from "./move.ts";
import { shift } from "./shift.ts";

export const MOVE_REST_JOB = "move-rest";

/** What is left of a long topic that is moving: its messages between two ids, to wherever the newest of them went. */
const restSchema = v.strictObject({
  mover: userIdSchema,
  mode: v.picklist(propagateModes),
  countsAsMoved: v.boolean(),
  topic: v.pipe(
    v.number(),
    v.transform((id) => id as TopicId),
  ),
  first: messageIdSchema,
  last: messageIdSchema,
  leader: messageIdSchema,
});
type Rest = v.InferOutput<typeof restSchema>;

/** Leaves the older part of a long topic to the outbox: a crash, or a bulk store that is away, delays it and loses nothing. */
export function moveRestLater(realm: Realm, actor: Actor, move: Move): void {
  const newest = move.places.at(-1);
  const rest = newest && placesLeft(realm, move);
  if (newest === undefined || rest === undefined || rest.length === 0) return;
  addJob(realm, {
    mover: actor.user_id,
    mode: move.mode,
    countsAsMoved: move.resolution === null || move.changesChannel,
    topic: move.from.topic.id,
    first: move.oldest,
    last: newest.id,
    leader: newest.id,
  });
}

const placesLeft = (realm: Realm, { total, places, from, oldest }: Move): MessagePlace[] =>
  total > places.length ? placesIn(realm, from.topic.id, [oldest, places.at(-1)?.id ?? oldest]) : [];

const addJob = (realm: Realm, rest: Rest) => realm.outbox.add(MOVE_REST_JOB, rest);

/** The next step. Repeating it is harmless: what has been moved is not in the old topic any more. */
export async function moveRest({ realm }: { readonly realm: Realm }, payload: unknown): Promise<void> {
  const rest = v.parse(restSchema, payload);
  const pins = await realm.recall([...nextStep(realm, rest).map(({ id }) => id)]);
  try {
    realm.change(() => {
      const places = nextStep(realm, rest);
      moveStep(realm, rest, places);
      const [first] = places;
      if (places.length === MOST_AT_ONCE && first !== undefined) addJob(realm, { ...rest, last: first.id });
    });
  } finally {
    pins.release();
  }
}

const nextStep = (realm: Realm, { mover, topic, first, last }: Rest): MessagePlace[] =>
  placesIn(realm, topic, [first, last])
    .filter(readerOf(realm, viewer(realm, mover)))
    .slice(-MOST_AT_ONCE);

function moveStep(realm: Realm, rest: Rest, places: readonly MessagePlace[]): void {
  const newest = places.at(-1);
  const from = topicAt(realm, newest);
  // Where the first of them have gone meanwhile, the rest follows; if they are gone altogether it stays where it is.
  const to = topicAt(realm, placeOfMessage(realm, rest.leader));
  if (newest === undefined || from === undefined || to === undefined) return;
  const { mover, mode, countsAsMoved } = rest;
  shift(realm, { mover, mode, countsAsMoved, target: newest.id, places, from, to });
}

function topicAt(realm: Realm, place: MessagePlace | undefined) {
  const topic = place?.topic_id == null ? undefined : topicWithId(realm, place.topic_id);
  const channel = topic && allTheChannels(realm).byConversation.get(topic.conversation_id);
  return channel && { channel, topic: topic.name };
}
