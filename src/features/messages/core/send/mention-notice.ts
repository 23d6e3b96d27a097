import type { Mentions } from "../../../../markup/index.ts";
import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Destination } from "./destination.ts";

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

export interface MessageRecipients {
  /** Subscribers of the channel, or participants of the direct message conversation. */
  readonly receivers: ReadonlySet<UserId>;
  /** Receivers mentioned by name or in a group, and generic bots mentioned by name that are not subscribed. */
  readonly mentioned: ReadonlySet<UserId>;
  /** Whether the message mentions all its receivers (`@**all**`). */
  readonly channelWildcard: boolean;
  /** Receivers mentioned by `@**topic**`, or null if the message has no such mention. */
  readonly topicWildcardUsers: ReadonlySet<UserId> | null;
  /** Receivers with an alert word that the message contains. */
  readonly alerted: ReadonlySet<UserId>;
  readonly muters: ReadonlySet<UserId>;
}
