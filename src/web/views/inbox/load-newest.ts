import type { Client } from "../../client/client.ts";
import type { ChannelId, MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/messages/message.ts";

/** As many messages as one request may ask for by their ids. */
const MOST = 200;

/** What was asked for, whether it came or not. */
const asked = new WeakMap<Client, Set<MessageId>>();

/** Fetches those of some messages that are not known yet: the newest ones of conversations, of one channel or of any. */
export async function loadNewest(client: Client, ids: readonly MessageId[], channel?: ChannelId): Promise<void> {
  const before = asked.get(client) ?? new Set();
  asked.set(client, before);
  const wanted = ids.filter((id) => client.messages.get(id) === undefined && !before.has(id)).slice(0, MOST);
  if (wanted.length === 0) return;
  for (const id of wanted) before.add(id);
  try {
    const { messages } = await client.api.get<{ messages: Message[] }>("/messages", {
      message_ids: wanted,
      // What was written before one joined a channel is found where it is asked for.
      ...(channel !== undefined && { narrow: [{ operator: "channel", operand: channel }] }),
      allow_empty_topic_name: true,
      client_gravatar: false,
    });
    client.keep(messages);
  } catch {
    for (const id of wanted) before.delete(id);
    // Lists say without them where there is something to read.
  }
}

/** What rows that are drawn together want is asked for together. */
const wanted = new WeakMap<Client, MessageId[]>();

/** Fetches the newest message of a conversation that has come in sight. */
export function wantNewest(client: Client, id: MessageId): void {
  const ids = wanted.get(client) ?? [];
  wanted.set(client, ids);
  if (ids.push(id) > 1) return;
  queueMicrotask(() => {
    wanted.delete(client);
    void loadNewest(client, ids);
  });
}
