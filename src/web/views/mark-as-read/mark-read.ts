import type { Client } from "../../client/client.ts";
import { flagAct } from "../../client/sending/flag-act.ts";
import { unreadEvent } from "../../client/sending/optimistic-events.ts";
import type { MessageId } from "../../model/ids.ts";
import { type Conversation, conversationKey } from "../../model/routes/conversation.ts";
import { type UnreadConversation, unreadOf } from "../../model/unread/unread-counts.ts";
import { inboxWords } from "../../words/inbox.ts";
import { showDone } from "../attempt.ts";

/** Marks all messages of the given conversations as read, immediately on this page, and offers to undo it. */
export function markRead(client: Client, conversations: readonly Conversation[]): void {
  const { conversations: unread } = unreadOf(client.watch());
  mark(
    client,
    conversations.flatMap((one) => unread.get(conversationKey(one)) ?? []),
  );
}

export const markAllRead = (client: Client): void => mark(client, [...unreadOf(client.watch()).conversations.values()]);

const MESSAGES_PER_REQUEST = 5000;

function mark(client: Client, conversations: readonly UnreadConversation[]): void {
  const mentions = new Set(client.watch().unread_msgs.mentions);
  const messages = conversations.flatMap(({ conversation: to, ids }) =>
    ids.map((id) => ({ id, to, isMentioned: mentions.has(id) })),
  );
  if (messages.length === 0) return;
  const undo = () => {
    for (const some of pagesOf(messages)) {
      const ids = some.map(({ id }) => id);
      // Shown immediately, because the server sends no event for messages that it hadn't marked as read.
      void client.acts.act({ ...flagAct(ids, "remove", "read"), shows: [unreadEvent(some)] });
    }
  };
  markTheseRead(
    client,
    messages.map(({ id }) => id),
  );
  showDone(client, inboxWords().undo(messages.length), undo);
}

export function markTheseRead(client: Client, ids: readonly MessageId[]): void {
  for (const some of pagesOf(ids)) void client.acts.act(flagAct(some, "add", "read"));
}

function* pagesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += MESSAGES_PER_REQUEST) yield items.slice(at, at + MESSAGES_PER_REQUEST);
}
