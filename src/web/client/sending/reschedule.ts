import { afterMove, type TopicMove } from "../../model/messages/message-update.ts";
import { conversationOfScheduled, scheduledInOrder } from "../../model/scheduled.ts";
import type { Client } from "../client.ts";

/**
 * Redirects scheduled messages to the current places of their topics. It is enough if one tab of the account does this.
 */
export async function reschedule(client: Pick<Client, "api" | "watch">, moves: readonly TopicMove[]): Promise<void> {
  for (const message of scheduledInOrder(client.watch())) {
    const before = conversationOfScheduled(message);
    if (before.kind !== "topic") continue;
    const { channel, topic } = moves.reduce(afterMove, before);
    if (channel === before.channel && topic === before.topic) continue;
    const place = channel === before.channel ? { topic } : { type: "channel", to: channel, topic };
    // A message that the server refuses to move stays where it was, as the list of scheduled messages shows.
    await client.api.patch(`/scheduled_messages/${message.scheduled_message_id}`, place).catch(() => {});
  }
}
