import type { Markup, MarkupNames, Rendered } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { ChannelId, MessageId, UserId } from "../../../protocol/ids.ts";
import type { ReactionsWidget } from "../../../protocol/submessage.ts";
import { hook } from "../../../realm/realm.ts";
import type { SystemBotName } from "../users/users.ts";

/** A message from a system bot. */
export interface Notice {
  readonly from: SystemBotName;
  readonly to: { readonly channel: ChannelId; readonly topic: string } | { readonly user: UserId };
  readonly content: string;
  /** The parsed content, for a notice that quotes text which may be long. */
  readonly markup?: Markup | undefined;
  /** The content as HTML, if it must name only what its recipient may see; by default all names are resolved. */
  readonly rendered?: Rendered | undefined;
  /** The users for whom it is marked as read. */
  readonly readBy?: ReadonlySet<UserId> | undefined;
  readonly widget?: ReactionsWidget | undefined;
}

/** Sends a notice and returns its id; one feature handles it. */
export const sendNoticeHook = hook<[notice: Notice], MessageId>("send notice");

/** Resolves names in Markdown for a writer, or for the server itself (null); one feature handles it. */
export const markupNamesHook = hook<[writer: Actor | null], MarkupNames>("markup names");
