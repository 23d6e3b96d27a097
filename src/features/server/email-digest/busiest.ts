import { statement } from "../../../database/statement.ts";
import type { ConversationId, MessageId, TopicId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";
import { accessibleChannels } from "../../channels/channels/access.ts";
import { type Channel, channelIndex, subscriptionIn } from "../../channels/channels/channels.ts";
import { Visibility, visibilityPolicy } from "../../channels/topic-visibility/topic-visibility.ts";
import { firstSince } from "../../conversations/calendar.ts";
import { type MessageIndexRow, newestMessageId } from "../../conversations/conversations.ts";
import { newestPlacesIn, topicExtent } from "../../conversations/message-places.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { readableSpans, readerOf } from "../../messages/core/store/access.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { mutersOf } from "../../people/muted-users/muted-users.ts";

export const schema = [
  `-- When each user got their last digest.
   CREATE TABLE digests (user_id INTEGER PRIMARY KEY, written_at INTEGER NOT NULL) STRICT;`,
];

export const digestOf = statement<{ user: number }, { written_at: Seconds }>(
  "SELECT written_at FROM digests WHERE user_id = :user",
);
export const putDigest = statement<{ user: number; written_at: Seconds }>(
  `INSERT INTO digests (user_id, written_at) VALUES (:user, :written_at)
   ON CONFLICT (user_id) DO UPDATE SET written_at = excluded.written_at`,
);

/** Finds topics with messages since an id, those with the most authors first. */
const busiestTopics = statement<
  { first: number; most: number },
  { conversation_id: ConversationId; topic_id: TopicId; newest: MessageId }
>(
  `SELECT conversation_id, topic_id, max(id) AS newest FROM message_index
   WHERE id >= :first AND topic_id IS NOT NULL
   GROUP BY topic_id ORDER BY count(DISTINCT sender_id) DESC, count(*) DESC, newest DESC LIMIT :most`,
);

/** Maximum number of messages examined. If there were more, only the newest are. */
const MAX_MESSAGES = 100_000;
const MAX_TOPICS = 300;
/** Number of topics per digest, and of messages shown per topic. */
const TOPICS_TOLD = 5;
const MESSAGES_SHOWN = 2;

type Busy = ReturnType<typeof busiestTopics.all>[number];

/** Returns the most active channel topics since a time, regardless of who can read them. */
export function busiestSince(realm: Realm, since: Seconds): readonly Busy[] {
  const first = Math.max(firstSince(realm, since), newestMessageId(realm) - MAX_MESSAGES);
  return busiestTopics.all(realm.sql, { first, most: MAX_TOPICS });
}

/** Messages in a topic that a user has missed and can read. */
interface BusyTopic {
  readonly messages: number;
  /** The newest of these messages, at least one. */
  readonly shown: readonly [MessageIndexRow, ...MessageIndexRow[]];
}

/** Returns the busiest topics of channels a user is subscribed to and hasn't muted. */
export function busiestFor(realm: Realm, user: UserId, busiest: readonly Busy[], since: Seconds): BusyTopic[] {
  const viewer = viewerOf(realm, user);
  const mayRead = readerOf(realm, viewer);
  const first = firstSince(realm, since);
  const told: BusyTopic[] = [];
  for (const { conversation_id, topic_id } of busiest) {
    const channel = channelIndex(realm).byConversation.get(conversation_id);
    if (channel === undefined || channel.is_archived === 1 || !isWanted(realm, user, channel, topic_id)) continue;
    const [one, ...more] = newestPlacesIn(realm, topic_id, [first, Number.MAX_SAFE_INTEGER], MESSAGES_SHOWN).filter(
      (place) => mayRead(place) && !mutersOf(realm, place.sender_id).has(user),
    );
    if (one === undefined) continue;
    const messages = readableSpans(realm, viewer, channel).reduce(
      (sum, [from, to]) => sum + topicExtent(realm, topic_id, [Math.max(from, first), to]).count,
      0,
    );
    told.push({ messages, shown: [one, ...more] });
    if (told.length === TOPICS_TOLD) break;
  }
  return told;
}

function isWanted(realm: Realm, user: UserId, channel: Channel, topic: Busy["topic_id"]): boolean {
  const subscription = subscriptionIn(realm, user, channel.id);
  if (subscription?.active !== 1) return false;
  const policy = visibilityPolicy(realm, user, channel.id, topicWithId(realm, topic)?.name ?? "");
  if (policy === Visibility.muted) return false;
  return subscription.is_muted === 0 || policy === Visibility.unmuted || policy === Visibility.followed;
}

/** Returns the channels created since a time that a user can see. */
export const newChannelsFor = (realm: Realm, user: UserId, since: Seconds): Channel[] =>
  accessibleChannels(realm, viewerOf(realm, user)).filter(
    (channel) => channel.date_created >= since && channel.is_archived === 0,
  );
