import { conversationOfScheduled, scheduledInOrder } from "../../model/later.ts";
import { afterMove, type TopicMove } from "../../model/messages/topic-move.ts";
import type { Client } from "../client.ts";

/** Lets the server send what it keeps for topics to where they are by now: only one tab of the account has to ask. */
export async function reschedule(client: Pick<Client, "api" | "watch">, moves: readonly TopicMove[]): Promise<void> {
  for (const message of scheduledInOrder(client.watch())) {
    const before = conversationOfScheduled(message);
    if (before.kind !== "topic") continue;
    const { channel, topic } = moves.reduce(afterMove, before);
    if (channel === before.channel && topic === before.topic) continue;
    const place = channel === before.channel ? { topic } : { type: "channel", to: channel, topic };
    // What the server refuses stays where it was: the list of what is scheduled shows it.
    await client.api.patch(`/scheduled_messages/${message.scheduled_message_id}`, place).catch(() => {});
  }
}
