import { unpacked } from "../../../../database/stored.ts";
import { toChannelId, type UserId } from "../../../../protocol/ids.ts";
import { can, type QueueClient } from "../../../../realm/events/queue-client.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { allTheChannels } from "../../../channels/channels/channels.ts";
import { shownTopic } from "../../../conversations/topic-name.ts";
import { type FoundUnread, findUnread, type UnreadPart } from "../read-state/find-unread.ts";
import { PersonalFlag } from "../store/personal-flags.ts";
import { selectFlaggedSince, selectWildcardMentionsSince } from "../store/rows.ts";
import { isMutedBy, type MuteSettings, muteSettingsOf } from "./mute-settings.ts";
import { MOST_UNREAD } from "./unread.ts";

/** What the realm hands over of a user's unread messages, for the Worker to arrange. */
export interface UnreadRows {
  readonly user: UserId;
  readonly unread: FoundUnread;
  readonly mutes: MuteSettings;
  /** As JSON: which messages mention the user by name, and which all who receive them. */
  readonly mentioned: string;
  readonly wildcards: string;
}

export function unreadRows(realm: Realm, user: UserId, client: Pick<QueueClient, "capabilities">): UnreadRows {
  const unread = findUnread(realm, user, MOST_UNREAD);
  const since = unread.first;
  return {
    user,
    unread: can(client, "archived_channels") ? unread : inUse(realm, unread),
    mutes: muteSettingsOf(realm, user),
    mentioned: selectFlaggedSince.one(realm.sql, { user, since, flag: PersonalFlag.mentioned }).ids,
    wildcards: selectWildcardMentionsSince.one(realm.sql, { user, since }).ids,
  };
}

/** For clients that do not know archived channels, nothing is unread in them (register-and-events.md 3). */
function inUse(realm: Realm, unread: FoundUnread): FoundUnread {
  const { byId } = allTheChannels(realm);
  const channels = unread.channels.filter(([, id]) => byId.get(toChannelId(id))?.is_archived === 0);
  return { ...unread, channels };
}

/** One topic of a channel, or one conversation, with its unread messages in order. */
interface UnreadConversation {
  readonly conversation: number;
  readonly topic: string;
  readonly unread_message_ids: number[];
}

/** The state's key `unread_msgs` (register-and-events.md 4.2). */
export function unreadMsgs({ user, unread, mutes, ...calls }: UnreadRows, client: QueueClient) {
  const { places, isCut } = newestUnread(unread.parts);
  const channels = new Map(unread.channels);
  const members = new Map<number, readonly UserId[]>(unread.directs.map((direct) => [direct.id, direct.members]));
  const isMuted = isMutedBy(mutes);
  const allowsEmpty = can(client, "empty_topic_name");
  const streams = places.flatMap(({ conversation, topic, unread_message_ids }) => {
    const stream_id = channels.get(conversation);
    return stream_id === undefined ? [] : [{ stream_id, topic, unread_message_ids }];
  });
  const people = places.flatMap(({ conversation, unread_message_ids }) => {
    const all = members.get(conversation);
    return all === undefined ? [] : [{ members: all, unread_message_ids }];
  });
  const heard = [...people, ...streams.filter(({ stream_id, topic }) => !isMuted(stream_id, topic))];
  return {
    count: heard.reduce((sum, { unread_message_ids }) => sum + unread_message_ids.length, 0),
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
    // Whoever is named is mentioned anywhere; calls for everybody count where they are not muted.
    mentions: ascending([
      ...new Set([...among([...people, ...streams], calls.mentioned), ...among(heard, calls.wildcards)]),
    ]),
    old_unreads_missing: isCut || !unread.isAll,
  };
}

function among(places: readonly Pick<UnreadConversation, "unread_message_ids">[], ids: string): number[] {
  const wanted = new Set(unpacked<number[]>(ids));
  if (wanted.size === 0) return [];
  return places.flatMap(({ unread_message_ids }) => unread_message_ids.filter((id) => wanted.has(id)));
}

/** The newest messages that are told of, by where they stand. */
function newestUnread(texts: readonly string[]): { places: UnreadConversation[]; isCut: boolean } {
  const parts = texts.flatMap((text) => unpacked<UnreadPart[]>(text));
  const places = new Map<string, UnreadConversation>();
  for (const [conversation, topic, name, ids] of parts) {
    const key = `${conversation}:${topic}`;
    const place = places.get(key) ?? { conversation, topic: name, unread_message_ids: [] };
    places.set(key, place);
    for (const id of ids.split(",")) place.unread_message_ids.push(Number(id));
  }
  const all = [...places.values()];
  for (const { unread_message_ids } of all) ascending(unread_message_ids);
  const count = all.reduce((sum, { unread_message_ids }) => sum + unread_message_ids.length, 0);
  if (count <= MOST_UNREAD) return { places: all, isCut: false };
  const floor = ascending(all.flatMap(({ unread_message_ids }) => unread_message_ids)).at(-MOST_UNREAD) ?? 0;
  const cut = all.map((place) => ({
    ...place,
    unread_message_ids: place.unread_message_ids.filter((id) => id >= floor),
  }));
  return { places: cut.filter(({ unread_message_ids }) => unread_message_ids.length > 0), isCut: true };
}

const ascending = (ids: number[]) => ids.sort((a, b) => a - b);
