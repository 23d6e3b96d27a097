import type { ConversationId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { channelIndex, receivedIn } from "../../../channels/channels/channels.ts";
import { type MessageIndexRow, takesPart } from "../../../conversations/conversations.ts";
import { mutedBy } from "../../../people/muted-users/muted-users.ts";
import { quietMessages } from "./quiet-messages.ts";
import type { MessageDefault } from "./read-state.ts";

/**
 * Returns the first message of a conversation that the user receives in their current subscription, or null if they
 * receive none.
 */
export function receivedFrom(realm: Realm, user: UserId, conversation: ConversationId): number | null {
  const channel = channelIndex(realm).byConversation.get(conversation);
  if (channel === undefined) return takesPart(realm, user, conversation) ? 1 : null;
  const open = receivedIn(realm, user, channel.id).find((span) => span.to_message === null);
  return open?.from_message ?? null;
}

/** The fields that decide whether a message is unread by default. */
export type SentMessage = Pick<MessageIndexRow, "id" | "sender_id">;

/** Adds `unreadByDefault` to messages of one conversation. `from` is the result of `receivedFrom`. */
export function messageDefaults(
  realm: Realm,
  user: UserId,
  from: number | null,
  messages: readonly SentMessage[],
): MessageDefault[] {
  const muted = mutedBy(realm, user);
  const quiet = quietMessages(realm).ids;
  return messages.map(({ id, sender_id }) => ({
    id,
    unreadByDefault: from !== null && id >= from && !muted.has(sender_id) && !quiet.has(id),
  }));
}
