import {
  type ConversationId,
  type MessageId,
  toConversationId,
  toMessageId,
  toUserId,
  type UserId,
} from "../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../realm/realm.ts";
import { entryOf } from "../../util/collections.ts";
import { recordHour } from "./calendar.ts";
import {
  conversationOf,
  conversationsOfMember,
  countsAfter,
  insertConversation,
  insertMembers,
  insertPlace,
  isMember,
  latestConversations,
  type MessageIndexRow,
  membersOfMany,
  newestInConversation,
  newestMessage,
  newestPlaces,
  newestWithin,
  selectPlace,
  selectPlaces,
  sharedConversations,
} from "./rows.ts";

export type { MessageIndexRow } from "./rows.ts";

/** A conversation of direct messages, with the ids of all participants, ascending. */
export interface DirectConversation {
  readonly id: ConversationId;
  readonly members: readonly UserId[];
}

export const ascending = <T extends number>(ids: Iterable<T>): T[] => [...new Set(ids)].sort((a, b) => a - b);

const membersColumn = (members: readonly UserId[]) => ascending(members).join(",");
const parseConversationRow = ({ id, members }: { id: ConversationId; members: string }): DirectConversation => ({
  id,
  members: members.split(",").map((text) => toUserId(Number(text))),
});

/** Creates the conversation of a new channel. */
export const newChannelConversation = (realm: Realm): ConversationId =>
  insertConversation.one(realm.sql, { members: null }).id;

/** The conversation of exactly these users, if it exists. */
export const findDirectConversation = (realm: Realm, members: readonly UserId[]): ConversationId | undefined =>
  conversationOf.first(realm.sql, { members: membersColumn(members) })?.id;

/** The conversation of exactly these users, the sender among them; it is created if it does not exist. */
export function directConversation(realm: Realm, members: readonly UserId[]): ConversationId {
  const found = findDirectConversation(realm, members);
  if (found !== undefined) return found;
  const { id } = insertConversation.one(realm.sql, { members: membersColumn(members) });
  insertMembers.run(realm.sql, { conversation: id, users: JSON.stringify(ascending(members)) });
  for (const member of members) realm.peek(directsKey)?.delete(member);
  return id;
}

/** The participants of conversations of direct messages; the conversations of channels are left out. */
export function membersOfConversations(
  realm: Realm,
  ids: Iterable<ConversationId>,
): ReadonlyMap<ConversationId, readonly UserId[]> {
  const rows = membersOfMany.all(realm.sql, { ids: JSON.stringify([...ids]) });
  return new Map(rows.map(parseConversationRow).map(({ id, members }) => [id, members]));
}

/** The participants of a conversation of direct messages; none for the conversation of a channel. */
export const membersOfConversation = (realm: Realm, id: ConversationId): readonly UserId[] =>
  membersOfConversations(realm, [id]).get(id) ?? [];

export const takesPart = (realm: Realm, user: UserId, conversation: ConversationId): boolean =>
  isMember.first(realm.sql, { user, conversation }) !== undefined;

const directsKey = cacheKey<Map<UserId, readonly DirectConversation[]>>("direct conversations");
const MAX_CACHED = 500;

/** A user's conversations of direct messages; cached, since each page of messages needs them. */
export function directConversationsOf(realm: Realm, user: UserId): readonly DirectConversation[] {
  const cached = realm.cached(directsKey, () => new Map<UserId, readonly DirectConversation[]>());
  if (cached.size >= MAX_CACHED) cached.clear();
  return entryOf(cached, user, () => conversationsOfMember.all(realm.sql, { user }).map(parseConversationRow));
}

/** The conversations of direct messages in which two users both take part. */
export const directConversationsWith = (realm: Realm, user: UserId, other: UserId): DirectConversation[] =>
  sharedConversations.all(realm.sql, { user, other }).map(parseConversationRow);

/** A user's conversations with the newest direct messages, newest first, at most `most`. */
export const latestDirectConversations = (realm: Realm, user: UserId, most: number) =>
  latestConversations.all(realm.sql, { user, most }).map(({ members, newest }) => ({
    members: parseConversationRow({ id: toConversationId(0), members }).members,
    newest,
  }));

/** The id of the newest message of all; 0 where there is none. */
export const newestMessageId = (realm: Realm): MessageId => newestMessage.one(realm.sql, {}).id ?? toMessageId(0);

/** The id of the newest message of a conversation; 0 where there is none. */
export const newestIn = (realm: Realm, conversation: ConversationId): MessageId =>
  newestInConversation.one(realm.sql, { conversation }).id ?? toMessageId(0);

/** A conversation, and two ids between which its messages count; both ids are included. */
export type ConversationSpan = readonly [conversation: ConversationId, first: number, last: number];

/** The newest messages that are looked at one by one: in most organizations, one of them is for whoever asks. */
const RECENT_SCAN_SIZE = 20;

/** The id of the newest message within some spans; 0 where there is none. */
export function newestInSpans(realm: Realm, spans: readonly ConversationSpan[]): MessageId {
  const byConversation = Map.groupBy(spans, ([conversation]) => conversation);
  const found = newestPlaces
    .all(realm.sql, { most: RECENT_SCAN_SIZE })
    .find(({ id, conversation_id }) =>
      byConversation.get(conversation_id)?.some(([, first, last]) => first <= id && id <= last),
    );
  return found?.id ?? newestWithin.one(realm.sql, { spans: JSON.stringify(spans) }).id ?? toMessageId(0);
}

/** Adds a new message to the index, and returns its id. */
export function insertMessagePlace(realm: Realm, place: Omit<MessageIndexRow, "id">): MessageId {
  const { conversation_id: conversation, topic_id: topic, sender_id: sender } = place;
  const { id } = insertPlace.one(realm.sql, { conversation, topic, sender });
  recordHour(realm, id);
  return id;
}

/** The index row of a message, whoever may read it; undefined if the message does not exist. */
export const placeOfMessage = (realm: Realm, id: number): MessageIndexRow | undefined =>
  selectPlace.first(realm.sql, { id });

/** The index rows of those messages that exist, ordered by id. */
export const placesOfMessages = (realm: Realm, ids: readonly number[]): MessageIndexRow[] =>
  selectPlaces.all(realm.sql, { ids: JSON.stringify(ids) });

/** The number of messages after an id, for each conversation that has some. */
export const messageCountsAfter = (realm: Realm, after: number): ReadonlyMap<ConversationId, number> =>
  new Map(countsAfter.all(realm.sql, { after }).map(({ conversation_id, count }) => [conversation_id, count]));
