import type { Client } from "../../client/client.ts";
import type { ChannelId, MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";

const MESSAGES_PER_REQUEST = 200;

/** Requested ids, whether or not the messages arrived. */
const requestedIds = new WeakMap<Client, Set<MessageId>>();

/** Loads missing messages, such as the newest of each conversation; `channel` narrows the request. */
export async function loadNewest(client: Client, ids: readonly MessageId[], channel?: ChannelId): Promise<void> {
  const before = requestedIds.get(client) ?? new Set();
  requestedIds.set(client, before);
  const wanted = ids
    .filter((id) => client.messages.get(id) === undefined && !before.has(id))
    .slice(0, MESSAGES_PER_REQUEST);
  if (wanted.length === 0) return;
  for (const id of wanted) before.add(id);
  try {
    const { messages } = await client.api.get<{ messages: Message[] }>("/messages", {
      message_ids: wanted,
      // Narrowing to the channel also finds messages from before the user joined it.
      ...(channel !== undefined && { narrow: [{ operator: "channel", operand: channel }] }),
      allow_empty_topic_name: true,
      client_gravatar: false,
    });
    client.keep(messages);
  } catch {
    for (const id of wanted) before.delete(id);
    // The lists work without the messages, so the error isn't shown.
  }
}

/** Ids wanted by rows in the same task, loaded with one request. */
const wantedIds = new WeakMap<Client, MessageId[]>();

/** Loads the newest message of a conversation whose row is rendered. */
export function wantNewest(client: Client, id: MessageId): void {
  const ids = wantedIds.get(client) ?? [];
  wantedIds.set(client, ids);
  if (ids.push(id) > 1) return;
  queueMicrotask(() => {
    wantedIds.delete(client);
    void loadNewest(client, ids);
  });
}
