import type { Client } from "../../client/client.ts";
import type { Message } from "../../model/message.ts";
import type { UnreadConversation } from "../../model/unread-counts.ts";

/** As many messages as one request may ask for by their ids. */
const MOST = 200;

/** Fetches the newest message of each conversation of the inbox that is not known yet. */
export async function loadNewest(client: Client, items: readonly UnreadConversation[]): Promise<void> {
  const wanted = items.map((item) => item.last).filter((id) => client.messages.get(id) === undefined);
  if (wanted.length === 0) return;
  try {
    const { messages } = await client.api.get<{ messages: Message[] }>("/messages", {
      message_ids: wanted.slice(0, MOST),
      allow_empty_topic_name: true,
      client_gravatar: false,
    });
    client.keep(messages);
  } catch {
    // The inbox says without them where there is something to read.
  }
}
