import type { ChannelId, ConversationId, MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Seconds } from "../../../../util/time.ts";

/** A row of the table `messages`. The realm keeps the rows of the newest messages; D1 has all of them. */
export interface StoredMessage {
  readonly id: MessageId;
  readonly conversation_id: ConversationId;
  readonly channel_id: ChannelId | null;
  readonly sender_id: UserId;
  /** The topic as the sender spelt it; empty for direct messages. */
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
  /** Whether it mentions all who receive it. */
  readonly channel_wildcard: number;
  /** JSON: the ids of the receivers whom `@**topic**` mentions; null if there is no such mention. */
  readonly topic_wildcard_users: string | null;
  /** JSON: a list of text and url. */
  readonly topic_links: string;
  readonly last_edit_at: Seconds | null;
  readonly last_moved_at: Seconds | null;
  /** JSON: the protocol's entries, newest first; null if the message was never edited or moved. */
  readonly edit_history: string | null;
  /** The grant by which an assistant sent it, 0 for one of an import; null if no assistant did. */
  readonly grant_id: number | null;
}

/** The columns of the table `messages`, in the realm and (besides `key` and `realm`) in D1. */
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
