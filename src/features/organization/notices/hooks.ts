import type { Markup, MarkupNames, Rendered } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { ChannelId, MessageId, UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";
import type { SystemBotName } from "../users/users.ts";

/** A message that one of the server's bots writes. */
export interface Notice {
  readonly from: SystemBotName;
  readonly to: { readonly channel: ChannelId; readonly topic: string } | { readonly user: UserId };
  readonly content: string;
  /** The content, parsed: of a notice that quotes what may be long. */
  readonly markup?: Markup | undefined;
  /** The content as HTML, where it names only what its reader may see; the server itself may name everything. */
  readonly rendered?: Rendered | undefined;
  /** For whom it arrives as read. */
  readonly readBy?: ReadonlySet<UserId> | undefined;
}

/** Sends a notice and returns its id; one feature handles it. */
export const sendNoticeHook = hook<[notice: Notice], MessageId>("send notice");

/** What the names in Markdown mean to an account, or to the server itself (null); one feature handles it. */
export const markupNamesHook = hook<[writer: Actor | null], MarkupNames>("markup names");
