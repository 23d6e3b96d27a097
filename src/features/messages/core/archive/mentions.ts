import type { Mentions } from "../../../../markup/index.ts";
import { type ConversationId, toChannelId, toGroupId, toUserId } from "../../../../protocol/ids.ts";
import type { ImportContext } from "../../../../realm/archive-io/writing.ts";
import { channelIndex, receiversOf } from "../../../channels/channels/channels.ts";
import { membersOfConversation } from "../../../conversations/conversations.ts";
import { membersWithin } from "../../../organization/user-groups/membership.ts";
import { participantsIn } from "../send/mention-permissions.ts";

/** Location of a message. Direct messages have neither channel nor topic. */
export interface MessagePlace {
  readonly conversation_id: ConversationId;
  readonly channel_id: number | null;
  readonly topic: string;
  readonly topic_id: number | null;
}

interface Mentioning {
  readonly id: number;
  readonly sender: number;
  readonly place: MessagePlace;
  readonly mentions: Mentions;
}

/**
 * Sources whose archives list the users mentioned by each message. Names aren't resolved for them, because a name may
 * have referred to another user when the message was sent.
 */
const TELL_FLAGS: ReadonlySet<string> = new Set(["parley", "zulip"]);

/**
 * Returns the users a message mentions. `wildcard` has the form of `wildcard_mentions.users`, or is undefined without a
 * wildcard. `users` are those mentioned by name or group, or empty if the archive lists them. Only recipients can be
 * mentioned.
 */
export function mentionsIn(
  { realm, program }: ImportContext,
  { id, sender, place, mentions }: Mentioning,
): { readonly wildcard: string | null | undefined; readonly users: readonly number[] } {
  const { users, groups, channelWildcard, topicWildcard } = mentions;
  const tells = TELL_FLAGS.has(program);
  const named = tells ? [] : [...users, ...membersWithin(realm, ...groups.map(toGroupId))];
  const isInTopic = topicWildcard && !channelWildcard && place.channel_id !== null;
  if (named.length === 0 && !isInTopic) return { wildcard: channelWildcard ? null : undefined, users: [] };
  const receivers = receiversAt(realm, place, id);
  const channel = place.channel_id === null ? undefined : channelIndex(realm).byId.get(toChannelId(place.channel_id));
  const inTopic =
    isInTopic && channel !== undefined ? [...participantsIn(realm, channel, place.topic), toUserId(sender)] : undefined;
  return {
    wildcard: channelWildcard
      ? null
      : inTopic && JSON.stringify([...new Set(inTopic)].filter((user) => receivers.has(user))),
    users: [...new Set(named)].filter((user) => receivers.has(user)),
  };
}

function receiversAt(
  realm: ImportContext["realm"],
  { channel_id, conversation_id }: MessagePlace,
  id: number,
): ReadonlySet<number> {
  if (channel_id === null) return new Set(membersOfConversation(realm, conversation_id));
  const { now, past } = receiversOf(realm, toChannelId(channel_id), id);
  return new Set([...now, ...past]);
}
