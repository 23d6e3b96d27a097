import type { Client } from "../../client/client.ts";
import type { MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";

/** As many messages as one request may ask for by their ids. */
const MOST = 200;

/** Fetches those of some messages that are not known yet: the newest ones of the conversations in a list. */
export async function loadNewest(client: Client, ids: readonly MessageId[]): Promise<void> {
  const wanted = ids.filter((id) => client.messages.get(id) === undefined);
  if (wanted.length === 0) return;
  try {
    const { messages } = await client.api.get<{ messages: Message[] }>("/messages", {
      message_ids: wanted.slice(0, MOST),
      allow_empty_topic_name: true,
      client_gravatar: false,
    });
    client.keep(messages);
  } catch {
    // Lists say without them where there is something to read.
  }
}
