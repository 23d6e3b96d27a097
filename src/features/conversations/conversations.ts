import { badRequest } from "../../protocol/errors.ts";
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
import type { MessageIndexRow } from "./rows.ts";
import * as rows from "./rows.ts";

export type { MessageIndexRow } from "./rows.ts";

/** A direct conversation, with the ids of all participants in ascending order. */
export interface DirectConversation {
  readonly id: ConversationId;
  readonly members: readonly UserId[];
}

export const sortUnique = <T extends number>(ids: Iterable<T>): T[] => [...new Set(ids)].sort((a, b) => a - b);

const membersColumn = (members: readonly UserId[]) => sortUnique(members).join(",");
const parseConversationRow = ({ id, members }: { id: ConversationId; members: string }): DirectConversation => ({
  id,
  members: members.split(",").map((text) => toUserId(Number(text))),
});

export const newChannelConversation = (realm: Realm): ConversationId =>
  rows.insertConversation.one(realm.sql, { members: null }).id;

/** Returns the conversation of exactly these users, if it exists. */
export const findDirectConversation = (realm: Realm, members: readonly UserId[]): ConversationId | undefined =>
  rows.conversationOf.first(realm.sql, { members: membersColumn(members) })?.id;

/** Returns the conversation of exactly these users, including the sender, creating it if necessary. */
export function directConversation(realm: Realm, members: readonly UserId[]): ConversationId {
  const found = findDirectConversation(realm, members);
  if (found !== undefined) return found;
  const { id } = rows.insertConversation.one(realm.sql, { members: membersColumn(members) });
  rows.insertMembers.run(realm.sql, { conversation: id, users: JSON.stringify(sortUnique(members)) });
  for (const member of members) realm.peek(directsKey)?.delete(member);
  return id;
}

/** Returns the participants of direct conversations. Channel conversations are omitted. */
export function membersOfConversations(
  realm: Realm,
  ids: Iterable<ConversationId>,
): ReadonlyMap<ConversationId, readonly UserId[]> {
  const conversations = rows.membersOfMany.all(realm.sql, { ids: JSON.stringify([...ids]) });
  return new Map(conversations.map(parseConversationRow).map(({ id, members }) => [id, members]));
}

/** Returns the participants of a direct conversation, or an empty list for a channel. */
export const membersOfConversation = (realm: Realm, id: ConversationId): readonly UserId[] =>
  membersOfConversations(realm, [id]).get(id) ?? [];

export const takesPart = (realm: Realm, user: UserId, conversation: ConversationId): boolean =>
  rows.isMember.first(realm.sql, { user, conversation }) !== undefined;

const directsKey = cacheKey<Map<UserId, readonly DirectConversation[]>>("direct conversations");
const MAX_CACHED = 500;

/** Returns a user's direct conversations. Cached, because every page of messages needs them. */
export function directConversationsOf(realm: Realm, user: UserId): readonly DirectConversation[] {
  const cached = realm.cached(directsKey, () => new Map<UserId, readonly DirectConversation[]>());
  if (cached.size >= MAX_CACHED) cached.clear();
  return entryOf(cached, user, () => rows.conversationsOfMember.all(realm.sql, { user }).map(parseConversationRow));
}

export const directConversationsWith = (realm: Realm, user: UserId, other: UserId): DirectConversation[] =>
  rows.sharedConversations.all(realm.sql, { user, other }).map(parseConversationRow);

/** Returns a user's direct conversations with the newest messages, newest first, at most `most`. */
export const latestDirectConversations = (realm: Realm, user: UserId, most: number) =>
  rows.latestConversations.all(realm.sql, { user, most }).map(({ members, newest }) => ({
    members: parseConversationRow({ id: toConversationId(0), members }).members,
    newest,
  }));

/** Returns the id of the organization's newest message, or 0 if there is none. */
export const newestMessageId = (realm: Realm): MessageId => rows.newestMessage.one(realm.sql, {}).id ?? toMessageId(0);

/** Returns the id of a conversation's newest message, or 0 if it is empty. */
export const newestIn = (realm: Realm, conversation: ConversationId): MessageId =>
  rows.newestInConversation.one(realm.sql, { conversation }).id ?? toMessageId(0);

/** A conversation and an inclusive range of message ids. */
export type ConversationSpan = readonly [conversation: ConversationId, first: number, last: number];

/** How many of the newest messages are checked one by one. In most organizations, the caller received one of them. */
const RECENT_SCAN_SIZE = 20;

/** Returns the id of the newest message within the spans, or 0 if there is none. */
export function newestInSpans(realm: Realm, spans: readonly ConversationSpan[]): MessageId {
  const byConversation = Map.groupBy(spans, ([conversation]) => conversation);
  const found = rows.newestPlaces
    .all(realm.sql, { most: RECENT_SCAN_SIZE })
    .find(({ id, conversation_id }) =>
      byConversation.get(conversation_id)?.some(([, first, last]) => first <= id && id <= last),
    );
  return found?.id ?? rows.newestWithin.one(realm.sql, { spans: JSON.stringify(spans) }).id ?? toMessageId(0);
}

/** In D1, the keys after this id are those of the next organization. */
export const MAX_MESSAGE_ID = 0xffff_ffff;

export function insertMessagePlace(realm: Realm, place: Omit<MessageIndexRow, "id">): MessageId {
  const { conversation_id: conversation, topic_id: topic, sender_id: sender } = place;
  const { id } = rows.insertPlace.one(realm.sql, { conversation, topic, sender });
  if (id > MAX_MESSAGE_ID) throw badRequest("This organization can't have more messages.");
  recordHour(realm, id);
  return id;
}

/** Returns a message's index row without checking access, or undefined if the message doesn't exist. */
export const placeOfMessage = (realm: Realm, id: number): MessageIndexRow | undefined =>
  rows.selectPlace.first(realm.sql, { id });

/** Returns the index rows of existing messages, ordered by id. */
export const placesOfMessages = (realm: Realm, ids: readonly number[]): MessageIndexRow[] =>
  rows.selectPlaces.all(realm.sql, { ids: JSON.stringify(ids) });

/** Counts the messages after an id by conversation. Conversations without any are omitted. */
export const messageCountsAfter = (realm: Realm, after: number): ReadonlyMap<ConversationId, number> =>
  new Map(rows.countsAfter.all(realm.sql, { after }).map(({ conversation_id, count }) => [conversation_id, count]));
