import type { Client } from "../../client/client.ts";
import { perClient } from "../../client/per-client.ts";
import type { ChannelId, MessageId } from "../../model/ids.ts";

/** Ids that were requested, but that the server hasn't returned. */
const requestedIds = perClient(() => new Set<MessageId>());

/**
 * Loads messages that this page doesn't have, such as the newest of each conversation. With `channel`, loads only
 * messages of that channel.
 */
export async function loadNewest(client: Client, ids: readonly MessageId[], channel?: ChannelId): Promise<void> {
  const before = requestedIds(client);
  const wanted = ids.filter((id) => client.messages.get(id) === undefined && !before.has(id));
  if (wanted.length === 0) return;
  for (const id of wanted) before.add(id);
  try {
    // Narrowing to the channel also finds messages from before the user joined it.
    const found = await client.fetch(channel === undefined ? [] : [{ operator: "channel", operand: channel }], wanted);
    for (const { id } of found) before.delete(id);
  } catch {
    for (const id of wanted) before.delete(id);
    // The lists work without the messages, so the error isn't shown.
  }
}

/** Ids that rows have requested during the current task. They are loaded with one request. */
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
