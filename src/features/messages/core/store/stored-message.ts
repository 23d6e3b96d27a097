import type { ChannelId, ConversationId, MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Seconds } from "../../../../util/time.ts";

/** A row of the table `messages`. The realm keeps the rows of the newest messages; D1 has all. */
export interface StoredMessage {
  readonly id: MessageId;
  readonly conversation_id: ConversationId;
  readonly channel_id: ChannelId | null;
  readonly sender_id: UserId;
  /** The topic as the sender spelled it, or empty for direct messages. */
  readonly topic: string;
  readonly topic_key: string;
  readonly content: string;
  readonly html: string;
  readonly client: string;
  readonly sent_at: Seconds;
  readonly is_me: number;
  readonly has_link: number;
  readonly has_image: number;
  readonly has_attachment: number;
  /** Whether the message mentions everyone who receives it. */
  readonly channel_wildcard: number;
  /** JSON: ids of the receivers mentioned by `@**topic**`, or null if there is no such mention. */
  readonly topic_wildcard_users: string | null;
  /** JSON: a list of objects with `text` and `url`. */
  readonly topic_links: string;
  readonly last_edit_at: Seconds | null;
  readonly last_moved_at: Seconds | null;
  /** JSON: the protocol's entries, newest first, or null if the message was never edited or moved. */
  readonly edit_history: string | null;
  /** Grant of the assistant that sent the message, 0 if the message was imported, or null if no assistant sent it. */
  readonly grant_id: number | null;
}

/** Columns of the table `messages`, in the realm and in D1 (which also has `key` and `realm`). */
export const messageColumns: readonly string[] = Object.keys({
  id: true,
  conversation_id: true,
  channel_id: true,
  sender_id: true,
  topic: true,
  topic_key: true,
  content: true,
  html: true,
  client: true,
  sent_at: true,
  is_me: true,
  has_link: true,
  has_image: true,
  has_attachment: true,
  channel_wildcard: true,
  topic_wildcard_users: true,
  topic_links: true,
  last_edit_at: true,
  last_moved_at: true,
  edit_history: true,
  grant_id: true,
} satisfies Record<keyof StoredMessage, true>);
