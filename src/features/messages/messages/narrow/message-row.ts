import type { BotType } from "../../../../protocol/roles.ts";
import type { EmailVisibility } from "../../../../protocol/user-settings.ts";
import type { Seconds } from "../../../../util/time.ts";
/** A message of a page, with its sender's account and the viewer's flags of it. */
export interface MessageRow {
  readonly id: number;
  readonly conversation_id: number;
  readonly channel_id: number | null;
  readonly sender_id: number;
  readonly topic: string;
  readonly content: string;
  readonly html: string;
  readonly client: string;
  readonly sent_at: Seconds;
  readonly is_me: number;
  readonly channel_wildcard: number;
  readonly topic_wildcard_users: string | null;
  readonly topic_links: string;
  readonly last_edit_at: Seconds | null;
  readonly last_moved_at: Seconds | null;
  readonly edit_history: string | null;
  readonly sender_email: string;
  readonly sender_email_visibility: EmailVisibility;
  readonly sender_full_name: string;
  readonly sender_bot_type: BotType | null;
  readonly sender_avatar_source: string;
  readonly sender_avatar_version: number;
  readonly sender_avatar_hash: string;
  /** Null where the viewer's flags all follow from the message. */
  readonly personal_flags: number | null;
  /** What the index says of the match, for highlighting; null where nothing is searched for. */
  readonly highlighted: string | null;
  /** JSON: a list of reactions, in the order in which they came. */
  readonly reactions: string;
  /** JSON: what its widget is and what has been done to it, in order. */
  readonly submessages: string;
  /** JSON: who takes part in the direct messages; null in a channel. */
  readonly participants: string | null;
}

/** Of message `m`, sender `u` and flags `p`. */
export const MESSAGE_COLUMNS = `
  m.id, m.conversation_id, m.channel_id, m.sender_id, m.topic, m.content, m.html, m.client, m.sent_at, m.is_me,
  m.channel_wildcard, m.topic_wildcard_users, m.topic_links, m.last_edit_at, m.last_moved_at, m.edit_history,
  u.email AS sender_email, u.email_visibility AS sender_email_visibility, u.full_name AS sender_full_name,
  u.bot_type AS sender_bot_type, u.avatar_source AS sender_avatar_source,
  u.avatar_version AS sender_avatar_version, u.avatar_hash AS sender_avatar_hash,
  p.flags AS personal_flags`;
