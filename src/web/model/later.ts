import type { ChannelId, MessageId, UserId } from "./ids.ts";

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
