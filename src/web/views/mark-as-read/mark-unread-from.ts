import type { Client } from "../../client/client.ts";
import { unreadAt } from "../../client/feeds/first-unread.ts";
import type { PendingChange } from "../../client/sending/flag-act.ts";
import { flagAct } from "../../client/sending/flag-act.ts";
import { unreadEvent } from "../../client/sending/optimistic-events.ts";
import type { MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import { conversationOf } from "../../model/routes/conversation.ts";
import { type FeedRoute, termsOf } from "../../model/routes/place.ts";
import { showError } from "../../parts/error-text.ts";
import { dialogsWords } from "../../words/dialogs.ts";
import { showDone } from "../attempt.ts";
import { heldFrom } from "./hold-reading.ts";
import { markTheseRead } from "./mark-read.ts";

interface Reply {
  readonly last_processed_id: number | null;
  readonly found_newest: boolean;
}

const MESSAGES_PER_REQUEST = 5000;

/** Marks a message and all newer ones in a place as unread. They stay unread while the user remains in the place. */
export async function markUnreadFrom(client: Client, message: Message, place: FeedRoute): Promise<void> {
  heldFrom.value = message.id;
  const known = client.feed(place).messages.peek();
  const read = known.filter(({ id, flags }) => id >= message.id && flags.includes("read"));
  const ids = read.map(({ id }) => id);
  const { user_id: me, max_message_id: newest } = client.watch();
  const before = new Set(unreadAt(client.watch(), place));
  const unread = unreadEvent(
    read.map((one) => ({
      id: one.id,
      to: conversationOf(one, me),
      isMentioned: one.flags.some((flag) => flag.endsWith("mentioned")),
    })),
  );
  const page = (anchor: MessageId, isFirst: boolean): PendingChange => ({
    ...{ method: "post", path: "/messages/flags/narrow" },
    fields: {
      ...{ anchor, include_anchor: isFirst, num_before: 0, num_after: MESSAGES_PER_REQUEST },
      ...{ narrow: termsOf(place), op: "remove", flag: "read" },
    },
    shows: isFirst ? [unread] : [],
    undoes: isFirst ? flagAct(ids, "add", "read").shows : [],
  });
  const undo = () => {
    heldFrom.value = undefined;
    // The server has also marked messages that aren't loaded.
    const there = unreadAt(client.watch(), place) ?? [];
    const marked = there.filter((id) => id >= message.id && id <= newest && !before.has(id));
    markTheseRead(client, [...new Set([...ids, ...marked])]);
  };
  const first = page(message.id, true);
  client.assume(unread);
  let reply: Reply | undefined;
  try {
    reply = await client.acts.actNow<Reply>(first);
    while (reply !== undefined && !reply.found_newest && reply.last_processed_id !== null)
      reply = await client.acts.actNow<Reply>(page(reply.last_processed_id, false));
    showDone(client, dialogsWords().markedUnread, undo);
  } catch (error) {
    showError(client, error);
    // If earlier requests succeeded, their messages stay unread on the server.
    if (reply !== undefined) return;
    heldFrom.value = undefined;
    for (const event of first.undoes) client.assume(event);
  }
}
