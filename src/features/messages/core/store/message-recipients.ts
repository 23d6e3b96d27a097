import type { UserId } from "../../../../protocol/ids.ts";

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
