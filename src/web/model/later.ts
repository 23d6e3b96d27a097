import type { Conversation } from "./conversation.ts";
import { derived } from "./derived.ts";
import type { Handlers } from "./handlers.ts";
import type { ChannelId, MessageId, UserId } from "./ids.ts";
import { keyedLists } from "./keyed-list.ts";

export interface ScheduledMessage {
  readonly scheduled_message_id: number;
  readonly type: "stream" | "private";
  readonly to: ChannelId | readonly UserId[];
  readonly topic?: string;
  readonly content: string;
  readonly rendered_content: string;
  readonly scheduled_delivery_timestamp: number;
  readonly failed: boolean;
}

export interface Reminder {
  readonly reminder_id: number;
  readonly type: "private";
  readonly to: readonly UserId[];
  readonly content: string;
  readonly rendered_content: string;
  readonly scheduled_delivery_timestamp: number;
  readonly failed: boolean;
  readonly reminder_target_message_id: MessageId;
}

export interface SavedSnippet {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly date_created: number;
}

export interface LaterState {
  scheduled_messages: ScheduledMessage[];
  reminders: Reminder[];
  saved_snippets: SavedSnippet[];
}

const scheduled = keyedLists((message: ScheduledMessage) => message.scheduled_message_id);
const reminders = keyedLists((reminder: Reminder) => reminder.reminder_id);
const snippets = keyedLists((snippet: SavedSnippet) => snippet.id);

export const laterEvents: Handlers = {
  "scheduled_messages/add": (state, event: { readonly scheduled_messages: readonly ScheduledMessage[] }) => {
    for (const message of event.scheduled_messages) scheduled.put(state.scheduled_messages, message);
  },
  "scheduled_messages/update": (state, event: { readonly scheduled_message: ScheduledMessage }) =>
    scheduled.put(state.scheduled_messages, event.scheduled_message),
  "scheduled_messages/remove": (state, event: { readonly scheduled_message_id: number }) => {
    scheduled.take(state.scheduled_messages, event.scheduled_message_id);
  },
  "reminders/add": (state, event: { readonly reminders: readonly Reminder[] }) => {
    for (const reminder of event.reminders) reminders.put(state.reminders, reminder);
  },
  "reminders/remove": (state, { reminder_id }: { readonly reminder_id: number }) => {
    reminders.take(state.reminders, reminder_id);
  },
  "saved_snippets/add": (state, { saved_snippet }: { readonly saved_snippet: SavedSnippet }) =>
    snippets.put(state.saved_snippets, saved_snippet),
  "saved_snippets/update": (state, { saved_snippet }: { readonly saved_snippet: SavedSnippet }) =>
    snippets.put(state.saved_snippets, saved_snippet),
  "saved_snippets/remove": (state, { saved_snippet_id }: { readonly saved_snippet_id: number }) => {
    snippets.take(state.saved_snippets, saved_snippet_id);
  },
};

/** By the time at which they will be sent. */
export const scheduledInOrder = derived(["later"], (state): readonly ScheduledMessage[] =>
  [...state.scheduled_messages].sort((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp),
);

export const remindersInOrder = derived(["later"], (state): readonly Reminder[] =>
  [...state.reminders].sort((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp),
);

export function conversationOfScheduled({ type, to, topic = "" }: ScheduledMessage): Conversation {
  if (typeof to === "number") return { kind: "topic", channel: to, topic };
  const [channel = 0] = to;
  return type === "stream" ? { kind: "topic", channel, topic } : { kind: "direct", users: [...to].sort(ascending) };
}

const ascending = (a: number, b: number): number => a - b;
