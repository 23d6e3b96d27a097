import type { Realm } from "../../../realm/realm.ts";
import type { Destination } from "../../messages/core/send/destination.ts";
import { sentFields } from "../../messages/core/send/emit-message.ts";
import type { StoredMessage } from "../../messages/core/store/stored-message.ts";
import type { PressObject } from "../../messages/presses/events.ts";
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
  /** Set if the bot gets the message because it starts with this command. */
  readonly command: UsedCommand | undefined;
  /** Set if the bot gets the message because one of its buttons was pressed. */
  readonly press: PressObject | undefined;
}

export const jsonForm = (realm: Realm, { bot, row, where, trigger, token, command, press }: Facts): Form => ({
  type: "application/json",
  body: JSON.stringify({
    data: row.content,
    message: deliveredMessage(realm, row, where),
    bot_email: bot.email,
    bot_full_name: bot.full_name,
    token,
    trigger,
    ...(command && { command: command.name, arguments: command.arguments }),
    ...(press && { press }),
  }),
});

/**
 * Slack's format. For a command, it has the fields of Slack's slash commands; for a press, those of Slack's
 * interactions.
 */
export function slackForm(realm: Realm, facts: Facts): Form {
  const { bot, row, where, trigger, token, command, press } = facts;
  const { sender_full_name } = deliveredMessage(realm, row, where);
  const channel =
    where.kind === "channel"
      ? { channel_id: `C${where.channel.id}`, channel_name: where.channel.name }
      : { channel_id: `D${row.conversation_id}`, channel_name: "directmessage" };
  if (press !== undefined) {
    const payload = { ...slackInteraction(press), token, team: { id: `T${realm.id}`, domain: realm.host } };
    const place = { channel: { id: channel.channel_id, name: channel.channel_name } };
    const message = { type: "message", user: `U${bot.id}`, text: row.content, ts: String(row.sent_at) };
    const body = new URLSearchParams({ payload: JSON.stringify({ ...payload, ...place, message }) }).toString();
    return { type: "application/x-www-form-urlencoded", body };
  }
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

/** https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
function slackInteraction({ button_id, value, entered, user_id, user_full_name, pressed_at }: PressObject) {
  const at = String(pressed_at);
  const values: Record<string, Record<string, { type: string; value: string }>> = {};
  for (const [id, given] of Object.entries(entered ?? {})) {
    const [block = id, action = id] = id.split("/");
    values[block] = { ...values[block], [action]: { type: "plain_text_input", value: String(given) } };
  }
  const [block_id = "", action_id = block_id] = (button_id ?? "submit").split("/");
  return {
    type: "block_actions",
    user: { id: `U${user_id}`, username: user_full_name, name: user_full_name },
    actions: [{ type: "button", block_id, action_id, ...(value !== null && { value }), action_ts: at }],
    state: { values },
  };
}

/**
 * Returns a message in the format for services (webhooks.md 5). Like GET /messages, but with both the source (as
 * content) and the HTML, and without flags.
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
