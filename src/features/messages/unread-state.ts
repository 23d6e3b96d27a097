import type { UserId } from "../../protocol/ids.ts";
import { can } from "../../realm/queue-client.ts";
import type { QueueClient } from "../../realm/queue-client.ts";
import type { Realm } from "../../realm/realm.ts";
import { allTheChannels } from "../channels/channels.ts";
import { membersOfConversations } from "../conversations/conversations.ts";
import { shownTopic } from "../conversations/topic-name.ts";
import { topicsWithIds } from "../conversations/topics.ts";
import { PersonalFlag } from "./narrow/index.ts";
import { type UnreadPart, unreadParts } from "./read-state/overview.ts";
import { flaggedSince, wildcardsSince } from "./rows.ts";
import { silenceOf } from "./silence.ts";
import { MOST_UNREAD } from "./unread.ts";

/** What the realm hands over of a user's unread messages: lists of ids stay JSON, for the Worker to read. */
export interface UnreadRows {
  readonly user: UserId;
  readonly channels: readonly { stream_id: number; topic: string; muted: boolean; ids: string }[];
  readonly directs: readonly { members: readonly number[]; ids: string }[];
  readonly mentioned: string;
  readonly wildcards: string;
  readonly all: boolean;
}

export function unreadRows(realm: Realm, user: UserId): UnreadRows {
  const { parts, all } = unreadParts(realm, user, MOST_UNREAD);
  const topics = topicsWithIds(realm, parts.flatMap(({ topic_id }) => topic_id ?? []));
  const members = membersOfConversations(realm, new Set(parts.map((part) => part.conversation_id)));
  const channelsBy = allTheChannels(realm).byConversation;
  const isMuted = silenceOf(realm, user);
  return {
    user,
    channels: parts.flatMap(({ conversation_id, topic_id, ids }) => {
      const channel = channelsBy.get(conversation_id);
      if (channel === undefined || topic_id === null) return [];
      const topic = topics.get(topic_id)?.name ?? "";
      return [{ stream_id: channel.id, topic, muted: isMuted(channel.id, topic), ids }];
    }),
    directs: parts.flatMap(({ conversation_id, ids }) => {
      const people = members.get(conversation_id);
      return people === undefined ? [] : [{ members: people, ids }];
    }),
    ...mentions(realm, user, parts),
    all,
  };
}

function mentions(realm: Realm, user: UserId, parts: readonly UnreadPart[]) {
  if (parts.length === 0) return { mentioned: "[]", wildcards: "[]" };
  const since = parts.reduce((least, { first }) => Math.min(least, first), Number.MAX_SAFE_INTEGER);
  return {
    mentioned: flaggedSince.one(realm.sql, { user, since, flag: PersonalFlag.mentioned }).ids,
    wildcards: wildcardsSince.one(realm.sql, { user, since }).ids,
  };
}

/** The state's key `unread_msgs` (register-and-events.md 4.2). */
export function unreadMessages(rows: UnreadRows, client: QueueClient) {
  const { channels, directs, floor, isCut } = newestOf(rows);
  const wanted = (ids: readonly number[]) => (isCut ? ids.filter((id) => id >= floor) : ids);
  const streams = merge(channels, ({ stream_id, topic }) => `${stream_id}:${topic}`).flatMap(({ part, ids }) => {
    const unread_message_ids = wanted(ids);
    return unread_message_ids.length === 0 ? [] : [{ part, unread_message_ids }];
  });
  const people = merge(directs, ({ members }) => members.join()).flatMap(({ part, ids }) => {
    const unread_message_ids = wanted(ids);
    return unread_message_ids.length === 0 ? [] : [{ members: part.members, unread_message_ids }];
  });
  const sum = (lists: readonly { unread_message_ids: readonly number[] }[]) =>
    lists.reduce((total, { unread_message_ids }) => total + unread_message_ids.length, 0);
  const audible = streams.filter(({ part }) => !part.muted);
  const allowsEmpty = can(client, "empty_topic_name");
  return {
    count: sum(people) + sum(audible),
    pms: people.filter(({ members }) => members.length <= 2).map(({ members, unread_message_ids }) => {
      const other_user_id = members.find((id) => id !== rows.user) ?? rows.user;
      return { other_user_id, sender_id: other_user_id, unread_message_ids };
    }),
    streams: streams.map(({ part: { stream_id, topic }, unread_message_ids }) => ({
      stream_id,
      topic: shownTopic(topic, allowsEmpty),
      unread_message_ids,
    })),
    huddles: people
      .filter(({ members }) => members.length > 2)
      .map(({ members, unread_message_ids }) => ({ user_ids_string: members.join(), unread_message_ids })),
    mentions: mentionsAmong(rows, [...streams, ...people], [...audible, ...people]),
    old_unreads_missing: isCut || !rows.all,
  };
}

type Listed = { readonly unread_message_ids: readonly number[] };

/** Whoever is named is mentioned anywhere; calls for everybody count where they are not muted. */
function mentionsAmong(rows: UnreadRows, all: readonly Listed[], audible: readonly Listed[]): number[] {
  const mentioned = new Set(listOf(rows.mentioned));
  const wildcards = new Set(listOf(rows.wildcards));
  const among = (lists: readonly Listed[], wanted: ReadonlySet<number>) =>
    wanted.size === 0 ? [] : lists.flatMap((list) => list.unread_message_ids.filter((id) => wanted.has(id)));
  return ascending([...new Set([...among(all, mentioned), ...among(audible, wildcards)])]);
}

/** The lists as numbers, and where the newest that are told of begin. */
function newestOf(rows: UnreadRows) {
  const channels = rows.channels.map((part) => ({ ...part, list: listOf(part.ids) }));
  const directs = rows.directs.map((part) => ({ ...part, list: listOf(part.ids) }));
  const lists = [...channels, ...directs].map(({ list }) => list);
  const isCut = lists.reduce((sum, list) => sum + list.length, 0) > MOST_UNREAD;
  const floor = isCut ? (ascending(lists.flat()).at(-MOST_UNREAD) ?? 0) : 0;
  return { channels, directs, floor, isCut };
}

/** A topic's ids come in several parts where it was looked for in several steps. */
function merge<Part extends { readonly list: readonly number[] }>(parts: readonly Part[], key: (part: Part) => string) {
  return [...Map.groupBy(parts, key).values()].flatMap((same) => {
    const [part] = same;
    return part === undefined ? [] : [{ part, ids: ascending(same.flatMap(({ list }) => list)) }];
  });
}

const listOf = (json: string) => JSON.parse(json) as number[];
const ascending = (ids: number[]) => ids.sort((a, b) => a - b);
