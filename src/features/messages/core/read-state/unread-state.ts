import { unpacked } from "../../../../database/stored.ts";
import { type TopicId, toChannelId, type UserId } from "../../../../protocol/ids.ts";
import { shownTopic } from "../../../../protocol/limits.ts";
import { can, type QueueClient } from "../../../../realm/events/queue-client.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { channelIndex } from "../../../channels/channels/channels.ts";
import { onlyTopicOf } from "../../../organization/accounts/outside-access.ts";
import { PersonalFlag } from "../store/personal-flags.ts";
import { selectFlaggedSince, selectWildcardMentionsSince } from "../store/rows.ts";
import { type FoundUnread, findUnread, type UnreadPart } from "./find-unread.ts";
import { isMutedBy, type MuteSettings, muteSettingsOf } from "./mute-settings.ts";
import { MAX_UNREAD } from "./read-state.ts";

/** The rows that the realm reads for a user's `unread_msgs`, which the Worker builds from them. */
export interface UnreadRows {
  readonly user: UserId;
  readonly unread: FoundUnread;
  readonly mutes: MuteSettings;
  /** JSON: the ids of messages that mention the user by name. */
  readonly mentioned: string;
  /** JSON: the ids of messages that mention the user by a wildcard. */
  readonly wildcards: string;
  /**
   * The only topic that the user's outside link opens; null for everyone else. Older versions of the server don't send
   * it.
   */
  readonly onlyTopic?: TopicId | null;
}

export function unreadRows(realm: Realm, user: UserId, client: Pick<QueueClient, "capabilities">): UnreadRows {
  const unread = findUnread(realm, user, MAX_UNREAD);
  const since = unread.first;
  return {
    user,
    unread: can(client, "archived_channels") ? unread : withoutArchived(realm, unread),
    mutes: muteSettingsOf(realm, user),
    mentioned: selectFlaggedSince.one(realm.sql, { user, since, flag: PersonalFlag.mentioned }).ids,
    onlyTopic: onlyTopicOf(realm, user),
    wildcards: selectWildcardMentionsSince.one(realm.sql, { user, since }).ids,
  };
}

/** Leaves out archived channels, for clients that don't support them (register-and-events.md 3). */
function withoutArchived(realm: Realm, unread: FoundUnread): FoundUnread {
  const { byId } = channelIndex(realm);
  const channels = unread.channels.filter(([, id]) => byId.get(toChannelId(id))?.is_archived === 0);
  return { ...unread, channels };
}

/** A topic of a channel, or a direct message conversation, with its unread messages in ascending order. */
interface UnreadConversation {
  readonly conversation: number;
  readonly topic: string;
  readonly unread_message_ids: number[];
}

/** Builds `unread_msgs` of the state (register-and-events.md 4.2). */
export function unreadMsgs({ user, unread, mutes, onlyTopic = null, ...mentions }: UnreadRows, client: QueueClient) {
  const { conversations, isCut } = newestUnread(unread.parts, onlyTopic);
  const channels = new Map(unread.channels);
  const members = new Map<number, readonly UserId[]>(unread.directs.map((direct) => [direct.id, direct.members]));
  const isMuted = isMutedBy(mutes);
  const allowsEmpty = can(client, "empty_topic_name");
  const streams = conversations.flatMap(({ conversation, topic, unread_message_ids }) => {
    const stream_id = channels.get(conversation);
    return stream_id === undefined ? [] : [{ stream_id, topic, unread_message_ids }];
  });
  const people = conversations.flatMap(({ conversation, unread_message_ids }) => {
    const all = members.get(conversation);
    return all === undefined ? [] : [{ members: all, unread_message_ids }];
  });
  const notMuted = [...people, ...streams.filter(({ stream_id, topic }) => !isMuted(stream_id, topic))];
  return {
    count: notMuted.reduce((sum, { unread_message_ids }) => sum + unread_message_ids.length, 0),
    pms: people
      .filter((one) => one.members.length <= 2)
      .map((one) => {
        const other_user_id = one.members.find((id) => id !== user) ?? user;
        return { other_user_id, sender_id: other_user_id, unread_message_ids: one.unread_message_ids };
      }),
    streams: streams.map(({ topic, ...stream }) => ({ ...stream, topic: shownTopic(topic, allowsEmpty) })),
    huddles: people
      .filter((one) => one.members.length > 2)
      .map((one) => ({ user_ids_string: one.members.join(), unread_message_ids: one.unread_message_ids })),
    // A mention by name counts even if the topic is muted; a wildcard mention doesn't.
    mentions: sortIds([
      ...new Set([...among([...people, ...streams], mentions.mentioned), ...among(notMuted, mentions.wildcards)]),
    ]),
    old_unreads_missing: isCut || !unread.isAll,
  };
}

function among(conversations: readonly Pick<UnreadConversation, "unread_message_ids">[], ids: string): number[] {
  const wanted = new Set(unpacked<number[]>(ids));
  if (wanted.size === 0) return [];
  return conversations.flatMap(({ unread_message_ids }) => unread_message_ids.filter((id) => wanted.has(id)));
}

/** Returns the newest unread messages, up to the number clients see, by topic and conversation. */
function newestUnread(
  texts: readonly string[],
  onlyTopic: TopicId | null,
): { conversations: UnreadConversation[]; isCut: boolean } {
  const parts = texts
    .flatMap((text) => unpacked<UnreadPart[]>(text))
    .filter(([, topic]) => onlyTopic === null || topic === onlyTopic);
  const byKey = new Map<string, UnreadConversation>();
  for (const [conversation, topic, name, ids] of parts) {
    const key = `${conversation}:${topic}`;
    const unread = byKey.get(key) ?? { conversation, topic: name, unread_message_ids: [] };
    byKey.set(key, unread);
    for (const id of ids.split(",")) unread.unread_message_ids.push(Number(id));
  }
  const all = [...byKey.values()];
  for (const { unread_message_ids } of all) sortIds(unread_message_ids);
  const count = all.reduce((sum, { unread_message_ids }) => sum + unread_message_ids.length, 0);
  if (count <= MAX_UNREAD) return { conversations: all, isCut: false };
  const floor = sortIds(all.flatMap(({ unread_message_ids }) => unread_message_ids)).at(-MAX_UNREAD) ?? 0;
  const cut = all.map((unread) => ({
    ...unread,
    unread_message_ids: unread.unread_message_ids.filter((id) => id >= floor),
  }));
  return { conversations: cut.filter(({ unread_message_ids }) => unread_message_ids.length > 0), isCut: true };
}

const sortIds = (ids: number[]) => ids.sort((a, b) => a - b);
