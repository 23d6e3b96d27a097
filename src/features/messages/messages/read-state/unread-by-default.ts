import type { ConversationId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { allTheChannels, receivedIn } from "../../../channels/channels/channels.ts";
import { type MessageIndexRow, takesPart } from "../../../conversations/conversations.ts";
import { mutedBy } from "../../../people/muted-users/muted-users.ts";
import type { MessageDefault } from "./read-state.ts";

/** From which message on a conversation's messages come to a user by themselves; null where none do. */
export function receivedFrom(realm: Realm, user: UserId, conversation: ConversationId): number | null {
  const channel = allTheChannels(realm).byConversation.get(conversation);
  if (channel === undefined) return takesPart(realm, user, conversation) ? 1 : null;
  const open = receivedIn(realm, user, channel.id).find((span) => span.to_message === null);
  return open?.from_message ?? null;
}

/** What is asked of a message to tell whether it comes unread by itself. */
export type SentMessage = Pick<MessageIndexRow, "id" | "sender_id">;

export function messageDefaults(
  realm: Realm,
  user: UserId,
  from: number | null,
  messages: readonly SentMessage[],
): MessageDefault[] {
  const muted = mutedBy(realm, user);
  return messages.map(({ id, sender_id }) => ({
    id,
    unreadByDefault: from !== null && id >= from && !muted.has(sender_id),
  }));
}
