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
import { noteHour } from "./calendar.ts";
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
  newestWithin,
  placeOf,
  placesOf,
  sharedConversations,
} from "./rows.ts";

export type { MessageIndexRow } from "./rows.ts";

/** A conversation of direct messages, with all who take part, ascending. */
export interface DirectConversation {
  readonly id: ConversationId;
  readonly members: readonly UserId[];
}

export const ascending = <T extends number>(ids: Iterable<T>): T[] => [...new Set(ids)].sort((a, b) => a - b);

const written = (members: readonly UserId[]) => ascending(members).join(",");
const read = ({ id, members }: { id: ConversationId; members: string }): DirectConversation => ({
  id,
  members: members.split(",").map((text) => toUserId(Number(text))),
});

/** Makes the conversation of a new channel. */
export const newChannelConversation = (realm: Realm): ConversationId =>
  insertConversation.one(realm.sql, { members: null }).id;

/** The conversation of exactly these people, if they ever had one. */
export const findDirectConversation = (realm: Realm, members: readonly UserId[]): ConversationId | undefined =>
  conversationOf.first(realm.sql, { members: written(members) })?.id;

/** The conversation of exactly these people; whoever writes is one of them. */
export function directConversation(realm: Realm, members: readonly UserId[]): ConversationId {
  const found = findDirectConversation(realm, members);
  if (found !== undefined) return found;
  const { id } = insertConversation.one(realm.sql, { members: written(members) });
  insertMembers.run(realm.sql, { conversation: id, users: JSON.stringify(ascending(members)) });
  for (const member of members) realm.peek(directsKey)?.delete(member);
  return id;
}

/** Who takes part in conversations of direct messages; channels among the ids are left out. */
export function membersOfConversations(
  realm: Realm,
  ids: Iterable<ConversationId>,
): ReadonlyMap<ConversationId, readonly UserId[]> {
  const rows = membersOfMany.all(realm.sql, { ids: JSON.stringify([...ids]) });
  return new Map(rows.map(read).map(({ id, members }) => [id, members]));
}

/** Who takes part in a conversation of direct messages; nobody in that of a channel. */
export const membersOfConversation = (realm: Realm, id: ConversationId): readonly UserId[] =>
  membersOfConversations(realm, [id]).get(id) ?? [];

export const takesPart = (realm: Realm, user: UserId, conversation: ConversationId): boolean =>
  isMember.first(realm.sql, { user, conversation }) !== undefined;

const directsKey = cacheKey<Map<UserId, readonly DirectConversation[]>>("direct conversations");
const MOST_REMEMBERED = 500;

/** All conversations of direct messages that somebody takes part in; remembered, for each page of messages asks. */
export function directConversationsOf(realm: Realm, user: UserId): readonly DirectConversation[] {
  const remembered = realm.cached(directsKey, () => new Map<UserId, readonly DirectConversation[]>());
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  return entryOf(remembered, user, () => conversationsOfMember.all(realm.sql, { user }).map(read));
}

/** Those that somebody else takes part in too. */
export const directConversationsWith = (realm: Realm, user: UserId, other: UserId): DirectConversation[] =>
  sharedConversations.all(realm.sql, { user, other }).map(read);

/** The conversations of direct messages in which something was said last, newest first. */
export const latestDirectConversations = (realm: Realm, user: UserId, most: number) =>
  latestConversations
    .all(realm.sql, { user, most })
    .map(({ members, newest }) => ({ members: read({ id: toConversationId(0), members }).members, newest }));

/** The newest message of all; 0 before there is one. */
export const newestMessageId = (realm: Realm): MessageId => newestMessage.one(realm.sql, {}).id ?? toMessageId(0);

/** The newest message of a conversation; 0 before there is one. */
export const newestIn = (realm: Realm, conversation: ConversationId): MessageId =>
  newestInConversation.one(realm.sql, { conversation }).id ?? toMessageId(0);

/** Messages of a conversation between two ids, both included. */
export type Reach = readonly [conversation: ConversationId, first: number, last: number];

/** The newest message within some reaches; 0 where there is none. */
export const newestAmong = (realm: Realm, reaches: readonly Reach[]): MessageId =>
  newestWithin.one(realm.sql, { spans: JSON.stringify(reaches) }).id ?? toMessageId(0);

/** Gives a new message its id and its place. */
export function insertMessagePlace(realm: Realm, place: Omit<MessageIndexRow, "id">): MessageId {
  const { conversation_id: conversation, topic_id: topic, sender_id: sender } = place;
  const { id } = insertPlace.one(realm.sql, { conversation, topic, sender });
  noteHour(realm, id);
  return id;
}

/** Where a message stands. Who may see it there is another question. */
export const placeOfMessage = (realm: Realm, id: number): MessageIndexRow | undefined =>
  placeOf.first(realm.sql, { id });

/** The places of all those messages that there are, by id. */
export const placesOfMessages = (realm: Realm, ids: readonly number[]): MessageIndexRow[] =>
  placesOf.all(realm.sql, { ids: JSON.stringify(ids) });

/** How many messages each conversation has had since one. */
export const messageCountsAfter = (realm: Realm, after: number): ReadonlyMap<ConversationId, number> =>
  new Map(countsAfter.all(realm.sql, { after }).map(({ conversation_id, count }) => [conversation_id, count]));
