import type { Mentions } from "../../../../markup/index.ts";
import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { type Channel, channelIndex } from "../../../channels/channels/channels.ts";
import { type MessageIndexRow, membersOfConversation } from "../../../conversations/conversations.ts";
import { topicWithId } from "../../../conversations/topics.ts";
import type { MessageRecipients } from "../store/message-recipients.ts";

/** A topic of a channel, or the members of a direct message conversation, including the sender. */
export type Destination =
  | { readonly kind: "channel"; readonly channel: Channel; readonly topic: string }
  | { readonly kind: "direct"; readonly members: readonly UserId[] };

export function destinationOfPlace(
  realm: Realm,
  { conversation_id, topic_id }: Pick<MessageIndexRow, "conversation_id" | "topic_id">,
): Destination {
  const channel = channelIndex(realm).byConversation.get(conversation_id);
  if (channel === undefined) return { kind: "direct", members: membersOfConversation(realm, conversation_id) };
  return { kind: "channel", channel, topic: topic_id === null ? "" : (topicWithId(realm, topic_id)?.name ?? "") };
}

/** A sent or edited message, with the users it may notify: those it reaches or mentions. */
export interface MentionNotice {
  readonly message: MessageId;
  readonly sender: UserId;
  readonly destination: Destination;
  readonly mentions: Pick<Mentions, "users" | "groups">;
  readonly recipients: Pick<
    MessageRecipients,
    "receivers" | "mentioned" | "channelWildcard" | "topicWildcardUsers" | "muters"
  >;
  /** Users for whom the message is already read, usually its sender. */
  readonly readers: ReadonlySet<UserId>;
  /** Mentions of the previous text if the message was edited, or null for a new message. */
  readonly before: Pick<MessageRecipients, "mentioned" | "channelWildcard" | "topicWildcardUsers"> | null;
}
