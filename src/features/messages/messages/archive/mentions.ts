import type { Mentions } from "../../../../markup/index.ts";
import { type ConversationId, toChannelId, toGroupId, toUserId } from "../../../../protocol/ids.ts";
import type { ImportContext } from "../../../../realm/archive/writing.ts";
import { channelIndex, receiversOf } from "../../../channels/channels/channels.ts";
import { membersOfConversation } from "../../../conversations/conversations.ts";
import { membersWithin } from "../../../organization/groups/membership.ts";
import { participantsIn } from "../send/mention-permissions.ts";

/** The place of a message; direct ones have neither channel nor topic. */
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

/** Sources whose archives tell themselves whom a message has mentioned: what names meant then may differ from now. */
const TELL_FLAGS: ReadonlySet<string> = new Set(["parley", "zulip"]);

/**
 * The users whom a message mentions: by wildcards, as `wildcard_mentions.users` has it, and by name where the archive does
 * not tell. It mentions only who has received it.
 */
export function mentionsIn(
  { realm, program }: ImportContext,
  { id, sender, place, mentions }: Mentioning,
): { readonly wildcard: string | null | undefined; readonly users: readonly number[] } {
  const { users, groups, channelWildcard, topicWildcard } = mentions;
  const tells = TELL_FLAGS.has(program);
  const named = tells ? [] : [...users, ...groups.flatMap((group) => [...membersWithin(realm, toGroupId(group))])];
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
