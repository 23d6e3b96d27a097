import type { Client } from "../../client/client.ts";
import type { UserId } from "../../model/ids.ts";
import type { Message } from "../../model/messages/message.ts";
import { conversationOf } from "../../model/places/conversation.ts";
import { type FeedPlace, termsOf } from "../../model/places/place.ts";
import { tellError } from "../../parts/error-text.ts";
import { dialogsWords } from "../../words/dialogs.ts";
import { tellDone } from "../attempt.ts";
import { holdReading } from "./use-reading.ts";

interface Reply {
  readonly updated_count: number;
  readonly last_processed_id: number | null;
  readonly found_newest: boolean;
}

/** The number of messages that one request can change. */
const MESSAGES_PER_REQUEST = 5000;

/** Marks a message and all newer ones of a place as unread. They stay unread while the user remains in the place. */
export async function markUnreadFrom(client: Client, message: Message, place: FeedPlace): Promise<void> {
  holdReading(message.id);
  const known = client.feed(place).messages.peek();
  const read = known.filter(({ id, flags }) => id >= message.id && flags.includes("read"));
  const ids = read.map(({ id }) => id);
  client.reads.unmarkRead(ids);
  const { user_id } = client.watch();
  client.assume({
    type: "update_message_flags",
    op: "remove",
    flag: "read",
    messages: ids,
    all: false,
    message_details: Object.fromEntries(read.map((one) => [one.id, detailsOf(one, user_id)])),
  });
  let anchor = message.id;
  try {
    for (let hasMore = true; hasMore; ) {
      const reply = await client.api.post<Reply>("/messages/flags/narrow", {
        anchor,
        include_anchor: anchor === message.id,
        num_before: 0,
        num_after: MESSAGES_PER_REQUEST,
        narrow: termsOf(place),
        op: "remove",
        flag: "read",
      });
      anchor = reply.last_processed_id ?? anchor;
      hasMore = !reply.found_newest && reply.last_processed_id !== null;
    }
    tellDone(client, dialogsWords().markedUnread, () =>
      client.api.post("/messages/flags", { messages: ids, op: "add", flag: "read" }),
    );
  } catch (error) {
    client.assume({ type: "update_message_flags", op: "add", flag: "read", messages: ids, all: false });
    tellError(client, error);
  }
}

/** The details of an unread message, as the event has them. */
function detailsOf(message: Message, me: UserId) {
  const mentioned = message.flags.some((flag) => flag.endsWith("mentioned")) ? ({ mentioned: true } as const) : {};
  if (message.type === "stream") {
    return { type: message.type, stream_id: message.stream_id, topic: message.subject, ...mentioned };
  }
  const conversation = conversationOf(message, me);
  return { type: message.type, user_ids: conversation.kind === "direct" ? conversation.users : [], ...mentioned };
}
