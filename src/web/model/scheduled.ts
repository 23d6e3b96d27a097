import { derived } from "./capability.ts";
import type { Conversation } from "./routes/conversation.ts";
import type { Reminder, ScheduledMessage } from "./state.ts";

export const scheduledInOrder = derived(["later"], (state): readonly ScheduledMessage[] =>
  [...state.scheduled_messages].sort((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp),
);

export const remindersInOrder = derived(["later"], (state): readonly Reminder[] =>
  [...state.reminders].sort((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp),
);

export function conversationOfScheduled({ type, to, topic = "" }: ScheduledMessage): Conversation {
  if (typeof to === "number") return { kind: "topic", channel: to, topic };
  const [channel = 0] = to;
  return type === "stream"
    ? { kind: "topic", channel, topic }
    : { kind: "direct", users: [...to].sort(compareNumbers) };
}

const compareNumbers = (a: number, b: number): number => a - b;
