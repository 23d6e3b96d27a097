import type { ChannelId, MessageId, UserId } from "./ids.ts";

export type Flag =
  | "read"
  | "starred"
  | "collapsed"
  | "mentioned"
  | "stream_wildcard_mentioned"
  | "topic_wildcard_mentioned"
  | "has_alert_word"
  | "historical";

export interface Reaction {
  readonly user_id: UserId;
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: "unicode_emoji" | "realm_emoji" | "svc_extra_emoji";
}

export interface Submessage {
  readonly id: number;
  readonly message_id: MessageId;
  readonly sender_id: UserId;
  readonly msg_type: string;
  readonly content: string;
}

interface DirectRecipient {
  readonly id: UserId;
  readonly email: string;
  readonly full_name: string;
}

interface AnyMessage {
  readonly id: MessageId;
  readonly sender_id: UserId;
  readonly sender_full_name: string;
  readonly sender_email: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly is_me_message: boolean;
  /** The name of the program that sent it. */
  readonly client: string;
  /** HTML, made by the server. */
  readonly content: string;
  readonly flags: readonly Flag[];
  readonly reactions: readonly Reaction[];
  readonly submessages: readonly Submessage[];
  readonly last_edit_timestamp?: number;
  readonly last_moved_timestamp?: number;
}

export interface ChannelMessage extends AnyMessage {
  readonly type: "stream";
  readonly stream_id: ChannelId;
  /** The topic; "" is the topic without a name. */
  readonly subject: string;
  readonly topic_links?: readonly { readonly text: string; readonly url: string }[];
}

export interface DirectMessage extends AnyMessage {
  readonly type: "private";
  readonly display_recipient: readonly DirectRecipient[];
}

export type Message = ChannelMessage | DirectMessage;
