import type { Realm } from "../../../realm/realm.ts";
import type { Destination } from "../../messages/core/send/destination.ts";
import { sentFields } from "../../messages/core/send/emit-message.ts";
import type { StoredMessage } from "../../messages/core/store/stored-message.ts";
import { submessagesOf } from "../../messages/widgets/widgets.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { avatarUrl } from "../../organization/accounts/user-object.ts";
import type { UsedCommand } from "../bot-commands/bot-commands.ts";

export interface Form {
  readonly body: string;
  readonly type: string;
}

interface Facts {
  readonly bot: User;
  readonly row: StoredMessage;
  readonly where: Destination;
  readonly trigger: string;
  readonly token: string;
  /** Command that the message starts with, if that is why the bot gets it. */
  readonly command: UsedCommand | undefined;
}

/** A message in Zulip's format for services. */
export const jsonForm = (realm: Realm, { bot, row, where, trigger, token, command }: Facts): Form => ({
  type: "application/json",
  body: JSON.stringify({
    data: row.content,
    message: deliveredMessage(realm, row, where),
    bot_email: bot.email,
    bot_full_name: bot.full_name,
    token,
    trigger,
    ...(command && { command: command.name, arguments: command.arguments }),
  }),
});

/** Slack's format; for a command, with the fields of Slack's commands. */
export function slackForm(realm: Realm, { bot, row, where, trigger, token, command }: Facts): Form {
  const { sender_full_name } = deliveredMessage(realm, row, where);
  const channel =
    where.kind === "channel"
      ? { channel_id: `C${where.channel.id}`, channel_name: where.channel.name }
      : { channel_id: `D${row.conversation_id}`, channel_name: "directmessage" };
  const fields = {
    token,
    team_id: `T${realm.id}`,
    team_domain: realm.host,
    ...channel,
    thread_ts: String(row.sent_at),
    timestamp: String(row.sent_at),
    user_id: `U${row.sender_id}`,
    user_name: sender_full_name,
    ...(command ? { command: `/${command.name}`, text: command.arguments } : { text: row.content }),
    trigger_word: trigger,
    service_id: String(bot.id),
  };
  return { type: "application/x-www-form-urlencoded", body: new URLSearchParams(fields).toString() };
}

/**
 * Returns a message in the format for services (webhooks.md 5). It is as in GET /messages, with the source as content,
 * the HTML in addition, and no flags.
 */
export function deliveredMessage(realm: Realm, row: StoredMessage, where: Destination) {
  const sender = accessUser(realm, null, row.sender_id);
  const avatar = avatarUrl(sender, realm.id, { viewer: null, client_gravatar: false });
  return {
    ...sentFields(realm, row, sender, where),
    avatar_url: avatar === null ? null : new URL(avatar, realm.url).href,
    submessages: submessagesOf(realm, row.id),
    content_type: "text/x-markdown",
    rendered_content: row.html,
  };
}
