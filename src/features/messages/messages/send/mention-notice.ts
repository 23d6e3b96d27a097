import type { Mentions } from "../../../../markup/index.ts";
import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Destination } from "./destination.ts";

/** A message that has been sent or edited, with the users whom it may notify: it reaches them or mentions them. */
export interface MentionNotice {
  readonly message: MessageId;
  readonly sender: UserId;
  readonly destination: Destination;
  readonly mentions: Pick<Mentions, "users" | "groups">;
  readonly recipients: Pick<
    MessageRecipients,
    "receivers" | "mentioned" | "channelWildcard" | "topicWildcardUsers" | "muters"
  >;
  /** The users for whom the message is already read: usually its sender. */
  readonly readers: ReadonlySet<UserId>;
  /** The mentions of the previous text if the message was edited; null for a new message. */
  readonly before: Pick<MessageRecipients, "mentioned" | "channelWildcard" | "topicWildcardUsers"> | null;
}

/** The users whom a message concerns. */
export interface MessageRecipients {
  /** The subscribers of the channel, or those who take part in the direct messages. */
  readonly receivers: ReadonlySet<UserId>;
  /** Receivers mentioned by name or in a group, and generic bots mentioned by name that are not subscribed. */
  readonly mentioned: ReadonlySet<UserId>;
  /** Whether the message mentions all its receivers (`@**all**`). */
  readonly channelWildcard: boolean;
  /** The receivers mentioned by `@**topic**`; null if the message has no such mention. */
  readonly topicWildcardUsers: ReadonlySet<UserId> | null;
  /** Receivers one of whose alert words the message contains. */
  readonly alerted: ReadonlySet<UserId>;
  /** Users who have muted the sender. */
  readonly muters: ReadonlySet<UserId>;
}
