import type { Realm } from "../../../realm/realm.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { type MessageIndexRow, membersOfConversation } from "../../conversations/conversations.ts";
import { topicWithId } from "../../conversations/topics.ts";
import type { Destination } from "../../messages/core/send/destination.ts";

/** Client name shown on bots' replies (webhooks.md 5). */
export const CLIENT = "OutgoingWebhookResponse";

/** Returns a message's current conversation, or undefined if no one can post there any longer. */
export function placeOfReply(realm: Realm, { conversation_id, topic_id }: MessageIndexRow): Destination | undefined {
  if (topic_id === null) return { kind: "direct", members: membersOfConversation(realm, conversation_id) };
  const channel = channelIndex(realm).byConversation.get(conversation_id);
  const topic = topicWithId(realm, topic_id);
  if (channel === undefined || topic === undefined || channel.is_archived === 1) return undefined;
  return { kind: "channel", channel, topic: topic.name };
}
