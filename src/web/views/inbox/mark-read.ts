import type { Client } from "../../client/client.ts";
import type { MessageId } from "../../model/ids.ts";
import { type Conversation, keyOf } from "../../model/places/conversation.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { inboxWords } from "../../words/inbox.ts";
import { attempt } from "../attempt.ts";

/** Marks all messages of some conversations as read, on this page at once, and offers to undo it. */
export function markRead(client: Client, conversations: readonly Conversation[]): void {
  const { conversations: unread } = unreadOf(client.watch());
  const ids = conversations.flatMap((one) => unread.get(keyOf(one))?.ids ?? []);
  void mark(client, ids);
}

export function markAllRead(client: Client): void {
  const { conversations } = unreadOf(client.watch());
  void mark(
    client,
    [...conversations.values()].flatMap(({ ids }) => ids),
  );
}

/** The number of message ids that one request can have. */
const MESSAGES_PER_REQUEST = 5000;

async function mark(client: Client, ids: readonly MessageId[]): Promise<void> {
  if (ids.length === 0) return;
  client.assume({ type: "update_message_flags", op: "add", flag: "read", messages: ids, all: false });
  const undo = async () => {
    for (let at = 0; at < ids.length; at += MESSAGES_PER_REQUEST) {
      await client.api.post("/messages/flags", {
        op: "remove",
        flag: "read",
        messages: ids.slice(at, at + MESSAGES_PER_REQUEST),
      });
    }
  };
  await attempt(client, () => client.reads.markRead(ids), { done: inboxWords().undo(ids.length), undo });
}
