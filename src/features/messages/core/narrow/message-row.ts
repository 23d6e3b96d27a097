import type { BotType } from "../../../../protocol/roles.ts";
import type { EmailVisibility } from "../../../../protocol/user-settings.ts";
import { messageColumns, type StoredMessage } from "../store/stored-message.ts";

const LEFT_OUT = ["topic_key", "has_link", "has_image", "has_attachment"] as const satisfies (keyof StoredMessage)[];
const storedColumns = messageColumns.filter((column) => !LEFT_OUT.some((one) => one === column));

/** A message on a fetched page, with its sender's account and the viewer's flags. */
export interface MessageRow extends Omit<StoredMessage, (typeof LEFT_OUT)[number]> {
  readonly sender_email: string;
  readonly sender_email_visibility: EmailVisibility;
  readonly sender_full_name: string;
  readonly sender_bot_type: BotType | null;
  readonly sender_avatar_source: string;
  readonly sender_avatar_version: number;
  readonly sender_avatar_hash: string;
  /** Bits of the viewer's row in personal_flags. Null if there is no row. */
  readonly personal_flags: number | null;
  /** Texts from the search index with the matches marked, for highlighting. Null if the narrow has no search. */
  readonly highlighted: string | null;
  /** JSON: a list of `ReactionTuple`, oldest first. */
  readonly reactions: string;
  /** JSON: a list of `SubmessageTuple`, oldest first. */
  readonly submessages: string;
  /** JSON: a list of `ParticipantTuple`; null in a channel. */
  readonly participants: string | null;
}

/** Columns selected from message `m`, its sender `u` and the viewer's flags `p`. */
export const MESSAGE_COLUMNS = `
  ${storedColumns.map((column) => `m.${column}`).join(", ")},
  u.email AS sender_email, u.email_visibility AS sender_email_visibility, u.full_name AS sender_full_name,
  u.bot_type AS sender_bot_type, u.avatar_source AS sender_avatar_source,
  u.avatar_version AS sender_avatar_version, u.avatar_hash AS sender_avatar_hash,
  p.flags AS personal_flags`;
