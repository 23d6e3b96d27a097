/** A message of a page, with its sender's account and the viewer's flags of it. */
export interface MessageRow {
  readonly id: number;
  readonly conversation_id: number;
  readonly channel_id: number | null;
  readonly sender_id: number;
  readonly topic: string;
  readonly topic_key: string;
  readonly content: string;
  readonly html: string;
  readonly client: string;
  readonly sent_at: number;
  readonly is_me: number;
  readonly has_link: number;
  readonly has_image: number;
  readonly has_attachment: number;
  readonly channel_wildcard: number;
  readonly topic_wildcard_users: string | null;
  readonly topic_links: string;
  readonly last_edit_at: number | null;
  readonly last_moved_at: number | null;
  readonly edit_history: string | null;
  readonly sender_email: string;
  readonly sender_delivery_email: string;
  readonly sender_email_visibility: number;
  readonly sender_full_name: string;
  readonly sender_role: number;
  readonly sender_is_active: number;
  readonly sender_bot_type: number | null;
  readonly sender_bot_owner_id: number | null;
  readonly sender_avatar_source: string;
  readonly sender_avatar_version: number;
  readonly sender_avatar_hash: string;
  readonly sender_date_joined: number;
  /** Null where the viewer's flags all follow from the message. */
  readonly personal_flags: number | null;
  /** What the index says of the match, for highlighting; null where nothing is searched for. */
  readonly highlighted: string | null;
}

const ofMessage: readonly (keyof MessageRow)[] = [
  "id",
  "conversation_id",
  "channel_id",
  "sender_id",
  "topic",
  "topic_key",
  "content",
  "html",
  "client",
  "sent_at",
  "is_me",
  "has_link",
  "has_image",
  "has_attachment",
  "channel_wildcard",
  "topic_wildcard_users",
  "topic_links",
  "last_edit_at",
  "last_moved_at",
  "edit_history",
];

const ofSender = [
  "email",
  "delivery_email",
  "email_visibility",
  "full_name",
  "role",
  "is_active",
  "bot_type",
  "bot_owner_id",
  "avatar_source",
  "avatar_version",
  "avatar_hash",
  "date_joined",
] as const satisfies readonly (keyof MessageRow extends infer K ? K extends `sender_${infer Column}` ? Column : never : never)[];

/** Of message `m`, sender `u` and flags `p`. */
export const MESSAGE_COLUMNS = [
  ...ofMessage.map((column) => `m.${column}`),
  ...ofSender.map((column) => `u.${column} AS sender_${column}`),
  "p.flags AS personal_flags",
].join(", ");
