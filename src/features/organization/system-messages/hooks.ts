import type { Markup, MarkupNames, Rendered } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { ChannelId, MessageId, UserId } from "../../../protocol/ids.ts";
import type { ReactionsWidget } from "../../../protocol/submessage.ts";
import { hook } from "../../../realm/realm.ts";
import type { SystemBotName } from "../accounts/accounts.ts";

export interface Notice {
  readonly from: SystemBotName;
  readonly to: { readonly channel: ChannelId; readonly topic: string } | { readonly user: UserId };
  readonly content: string;
  /** Parsed content, for a notice that quotes potentially long text. */
  readonly markup?: Markup | undefined;
  /** Content as HTML, if it must name only what its recipient can see. By default, all names are resolved. */
  readonly rendered?: Rendered | undefined;
  /** Users for whom the notice is marked as read. */
  readonly readBy?: ReadonlySet<UserId> | undefined;
  /** Whether everyone has read the notice from the start, and it alerts no one. `quietMessagesHook` has to list it. */
  readonly isQuiet?: boolean | undefined;
  readonly widget?: ReactionsWidget | undefined;
}

/** Sends a notice and returns its id. One feature handles it. */
export const sendNoticeHook = hook<[notice: Notice], MessageId>("send notice");

/** Resolves names in Markdown for a writer, or for the server itself (null). One feature handles it. */
export const markupNamesHook = hook<[writer: Actor | null], MarkupNames>("markup names");
