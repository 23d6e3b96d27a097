import type { MessageId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { Channel } from "../../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../../conversations/conversations.ts";
import { newestPlacesIn, topicExtent } from "../../../conversations/message-places.ts";
import type { IdSpan, Topic } from "../../../conversations/topics.ts";
import { onlyTopicOf } from "../../../organization/accounts/outside-access.ts";
import type { Viewer } from "../../../organization/accounts/user-object.ts";
import { type Reach, reachOf } from "./access.ts";
import { selectHistoricalExtent, selectNewestHistorical } from "./change-rows.ts";

/** Messages of a topic that a user can read. Only the newest are listed. */
export interface ReadablePlaces {
  /** The newest messages, oldest first. */
  readonly places: readonly MessageIndexRow[];
  readonly total: number;
  /** Null if the user can't read any message. */
  readonly oldest: MessageId | null;
}

interface PlaceRange {
  readonly span: IdSpan;
  readonly most: number;
  /** What the user could read when their request was allowed. Undefined for what they can read now. */
  readonly reach?: Reach | undefined;
}

/**
 * Returns the messages of a topic between two ids that a user can read: the newest `most`, and the total. However long
 * the topic is, only the newest messages are checked one by one.
 */
export function readablePlaces(
  realm: Realm,
  actor: Viewer,
  { channel, topic }: { readonly channel: Channel; readonly topic: Topic },
  { span: [first, last], most, reach = reachOf(realm, actor, channel.conversation_id) }: PlaceRange,
): ReadablePlaces {
  const onlyTopic = onlyTopicOf(realm, actor.user_id);
  if (onlyTopic !== null && onlyTopic !== topic.id) return { places: [], total: 0, oldest: null };
  const parts = reach.spans
    .map(([from, to]): IdSpan => [Math.max(from, first), Math.min(to, last)])
    .filter(([from, to]) => from <= to);
  const extents = parts.map((part) => topicExtent(realm, topic.id, part));
  let places: readonly MessageIndexRow[] = [];
  for (const part of parts.toReversed()) {
    if (places.length < most) {
      places = [...newestPlacesIn(realm, topic.id, part, most - places.length), ...places];
    }
  }
  if (reach.mayHaveHistorical) {
    const owned = { user: actor.user_id, topic: topic.id, first, last, spans: JSON.stringify(parts) };
    extents.push(selectHistoricalExtent.one(realm.sql, owned));
    places = newestOf([...places, ...selectNewestHistorical.all(realm.sql, { ...owned, most })], most);
  }
  const oldest = extents.flatMap((extent) => extent.oldest ?? []).sort((a, b) => a - b)[0] ?? null;
  return { places, total: extents.reduce((sum, { count }) => sum + count, 0), oldest };
}

const newestOf = (places: readonly MessageIndexRow[], most: number) =>
  places.toSorted((a, b) => a.id - b.id).slice(Math.max(0, places.length - most));
