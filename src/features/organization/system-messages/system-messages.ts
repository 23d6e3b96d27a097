import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { SystemBotName } from "../accounts/accounts.ts";
import { type Notice, sendNoticeHook } from "./hooks.ts";

const NOTIFIER: SystemBotName = "notification-bot";

type ChannelNotice = Extract<Notice["to"], { channel: unknown }> &
  Pick<Notice, "content" | "markup" | "rendered" | "readBy" | "isQuiet">;

/** Sends a channel message as the notification bot, within the current change. */
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
