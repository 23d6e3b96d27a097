import type { Client } from "../../client/client.ts";
import { flagAct } from "../../client/sending/flag-act.ts";
import type { MessageId } from "../../model/ids.ts";
import { type Conversation, conversationKey } from "../../model/routes/conversation.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { inboxWords } from "../../words/inbox.ts";
import { showDone } from "../attempt.ts";

/** Marks all messages of the given conversations as read, immediately on this page, and offers to undo it. */
export function markRead(client: Client, conversations: readonly Conversation[]): void {
  const { conversations: unread } = unreadOf(client.watch());
  const ids = conversations.flatMap((one) => unread.get(conversationKey(one))?.ids ?? []);
  mark(client, ids);
}

export function markAllRead(client: Client): void {
  const { conversations } = unreadOf(client.watch());
  mark(
    client,
    [...conversations.values()].flatMap(({ ids }) => ids),
  );
}

const MESSAGES_PER_REQUEST = 5000;

function mark(client: Client, ids: readonly MessageId[]): void {
  if (ids.length === 0) return;
  const all = (op: "add" | "remove") => {
    for (let at = 0; at < ids.length; at += MESSAGES_PER_REQUEST)
      void client.acts.act(flagAct(ids.slice(at, at + MESSAGES_PER_REQUEST), op, "read"));
  };
  all("add");
  showDone(client, inboxWords().undo(ids.length), () => all("remove"));
}
