import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { channelIndex } from "../../../channels/channels/channels.ts";
import { type MessageIndexRow, membersOfConversations } from "../../../conversations/conversations.ts";
import { topicsWithIds } from "../../../conversations/topics.ts";
import type { MessageDetails } from "../events.ts";
import { mentionsFor } from "../store/mentions.ts";
import { isMutedBy, muteSettingsOf } from "./mute-settings.ts";

/**
 * Returns `message_details` of messages marked as unread. Clients use them to count messages they may not have
 * (register-and-events.md 5.1).
 */
export function messageDetails(realm: Realm, user: UserId, places: readonly MessageIndexRow[]): MessageDetails {
  const channels = channelIndex(realm).byConversation;
  const topics = topicsWithIds(
    realm,
    places.flatMap(({ topic_id }) => topic_id ?? []),
  );
  const members = membersOfConversations(realm, new Set(places.map((place) => place.conversation_id)));
  const mentions = mentionsFor(
    realm,
    user,
    places.map(({ id }) => id),
  );
  const isMuted = isMutedBy(muteSettingsOf(realm, user));
  const details = places.map(({ id, conversation_id, topic_id }) => {
    const channel = channels.get(conversation_id);
    const mention = mentions.named.has(id) || mentions.byWildcard.has(id) ? { mentioned: true as const } : {};
    if (channel === undefined) {
      const others = (members.get(conversation_id) ?? []).filter((member) => member !== user);
      return [id, { type: "private" as const, user_ids: others, ...mention }] as const;
    }
    const topic = (topic_id === null ? undefined : topics.get(topic_id)?.name) ?? "";
    const unmuted_stream_msg = !isMuted(channel.id, topic);
    return [id, { type: "stream" as const, stream_id: channel.id, topic, unmuted_stream_msg, ...mention }] as const;
  });
  return Object.fromEntries(details);
}
