import type { Mentions } from "../../../../markup/index.ts";
import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Channel } from "../../../channels/channels/channels.ts";
import type { MessageRecipients } from "../store/message-recipients.ts";

/** A topic of a channel, or the members of a direct message conversation, including the sender. */
export type Destination =
  | { readonly kind: "channel"; readonly channel: Channel; readonly topic: string }
  | { readonly kind: "direct"; readonly members: readonly UserId[] };

/** A sent or edited message, with the users it may notify: those it reaches or mentions. */
export interface MentionNotice {
  readonly message: MessageId;
  readonly sender: UserId;
  readonly destination: Destination;
  readonly mentions: Pick<Mentions, "users" | "groups">;
  readonly recipients: Pick<
    MessageRecipients,
    "receivers" | "mentioned" | "channelWildcard" | "topicWildcardUsers" | "muters"
  >;
  /** Users for whom the message is already read, usually its sender. */
  readonly readers: ReadonlySet<UserId>;
  /** Mentions of the previous text if the message was edited, or null for a new message. */
  readonly before: Pick<MessageRecipients, "mentioned" | "channelWildcard" | "topicWildcardUsers"> | null;
}
