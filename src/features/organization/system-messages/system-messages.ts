import type { Markup, MarkupNames, Rendered } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { ChannelId, MessageId, UserId } from "../../../protocol/ids.ts";
import type { Language } from "../../../protocol/language.ts";
import type { ReactionsWidget } from "../../../protocol/submessage.ts";
import { hook, type Realm } from "../../../realm/realm.ts";
import { listActiveOwners, type SystemBotName } from "../accounts/accounts.ts";
import { emailLanguage } from "../accounts/email-language.ts";

export interface Notice {
  readonly from: SystemBotName;
  readonly to: { readonly channel: ChannelId; readonly topic: string } | { readonly user: UserId };
  readonly content: string;
  /** The parsed content, for notices that quote texts of any length. */
  readonly markup?: Markup | undefined;
  /** Content as HTML, for notices limited to names the recipient can see. By default, all names are resolved. */
  readonly rendered?: Rendered | undefined;
  /** Users for whom the notice is marked as read. */
  readonly readBy?: ReadonlySet<UserId> | undefined;
  /** Whether the notice starts as read for everyone and alerts no one. `quietMessagesHook` must return its id. */
  readonly isQuiet?: boolean | undefined;
  readonly widget?: ReactionsWidget | undefined;
}

/** Sends a notice. Returns the message's id. Exactly one feature handles the hook. */
export const sendNoticeHook = hook<[notice: Notice], MessageId>("send notice");

/** Resolves names in Markdown for a writer, or for the server itself if null. Exactly one feature handles the hook. */
export const markupNamesHook = hook<[writer: Actor | null], MarkupNames>("markup names");

const NOTIFIER: SystemBotName = "notification-bot";

type ChannelNotice = Extract<Notice["to"], { channel: unknown }> &
  Pick<Notice, "content" | "markup" | "rendered" | "readBy" | "isQuiet">;

/**
 * Sends a channel message as the notification bot, within the current change. If the channel only allows the empty
 * topic, `topic` is ignored.
 */
export const sendChannelNotice = (realm: Realm, { channel, topic, ...notice }: ChannelNotice): MessageId =>
  realm.ask(sendNoticeHook, { from: NOTIFIER, to: { channel, topic }, ...notice });

interface DirectNotice extends Pick<Notice, "content" | "rendered" | "widget"> {
  readonly to: UserId;
  /** Defaults to the notification bot. */
  readonly from?: SystemBotName;
}

/** Sends a direct message as a system bot, within the current change. */
export const sendDirectNotice = (realm: Realm, { to: user, from = NOTIFIER, ...notice }: DirectNotice): MessageId =>
  realm.ask(sendNoticeHook, { from, to: { user }, ...notice });

/** Sends each owner a direct message in their language, within the current change. */
export function tellOwners(realm: Realm, write: (language: Language) => string): void {
  for (const { id } of listActiveOwners(realm)) {
    sendDirectNotice(realm, { to: id, content: write(emailLanguage(realm, { id })) });
  }
}
