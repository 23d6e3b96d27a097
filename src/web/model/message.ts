import type { FlagName } from "../../protocol/message-flags.ts";
import type { Frozen, WireEvents } from "../../wire-types.ts";

type WireMessage = Frozen<WireEvents["message"]["message"]>;
type SentTo<Type> = Extract<WireMessage, { readonly type: Type }>;

export type Flag = FlagName;
export type Reaction = Omit<WireMessage["reactions"][number], "user">;
export type Submessage = WireMessage["submessages"][number];

interface AnyMessage
  extends Pick<
    WireMessage,
    | "id"
    | "sender_id"
    | "sender_full_name"
    | "sender_email"
    | "timestamp"
    | "is_me_message"
    | "client"
    | "content"
    | "assistant"
  > {
  readonly flags: readonly Flag[];
  readonly reactions: readonly Reaction[];
  readonly submessages: readonly Submessage[];
  readonly last_edit_timestamp?: number;
  readonly last_moved_timestamp?: number;
}

/** A channel message. Its `subject` is the topic, or "" for the empty topic. */
export interface ChannelMessage extends AnyMessage, Pick<SentTo<"stream">, "type" | "stream_id" | "subject"> {
  readonly topic_links?: WireMessage["topic_links"];
}

export interface DirectMessage extends AnyMessage, Pick<SentTo<"private">, "type"> {
  readonly display_recipient: readonly Omit<SentTo<"private">["display_recipient"][number], "is_mirror_dummy">[];
}

export type Message = ChannelMessage | DirectMessage;
export type SentMessage = Omit<ChannelMessage, "flags"> | Omit<DirectMessage, "flags">;

const has = (message: Message, flag: Flag): boolean => message.flags.includes(flag);

export const isRead = (message: Message): boolean => has(message, "read");
export const isStarred = (message: Message): boolean => has(message, "starred");
/** True if the message mentions the user by name or group. */
export const mentionsMe = (message: Message): boolean => has(message, "mentioned");
/** True if the message mentions the user by name, group or wildcard. */
export const callsMe = (message: Message): boolean =>
  mentionsMe(message) || has(message, "stream_wildcard_mentioned") || has(message, "topic_wildcard_mentioned");
export const hasAlertWord = (message: Message): boolean => has(message, "has_alert_word");
/** True if the message predates the user's access to the channel, so the user has no flags for it. */
export const isHistorical = (message: Message): boolean => has(message, "historical");
