import { toUserId, type UserId } from "../../../protocol/ids.ts";
import { BotType } from "../../../protocol/roles.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import type { MentionNotice } from "../../messages/core/send/destination.ts";
import { findMessageInRealm } from "../../messages/core/store/stored-content.ts";
import type { StoredMessage } from "../../messages/core/store/stored-message.ts";
import type { Press } from "../../messages/presses/presses.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { commandIn, type UsedCommand } from "../bot-commands/bot-commands.ts";
import { queueCall, queuedCall } from "./call-queue.ts";
import { commandUsed } from "./events.ts";
import { deliveredMessage } from "./forms.ts";

/**
 * Delivers a new message to outgoing webhooks (webhooks.md 5): those in the direct conversation, those mentioned by
 * name in a channel, and the one whose command the message starts with. Messages of bots aren't delivered.
 */
export function callServices(realm: Realm, notice: MentionNotice): void {
  const { message, sender, destination, mentions, before } = notice;
  if (before !== null || findUser(realm, sender)?.bot_type !== null) return;
  const commanded = useCommand(realm, notice);
  const [users, trigger] =
    destination.kind === "direct"
      ? ([destination.members, "direct_message"] as const)
      : ([mentions.users.map(toUserId), "mention"] as const);
  for (const bot of outgoingAmong(realm, users)) {
    if (bot.id !== commanded) queueCall(realm, { bot, message, trigger });
  }
}

/**
 * Delivers a button press to the bot's service. Returns false if the bot has none, or too many calls are queued for it.
 */
export const callForPress = (realm: Realm, { id: press, message_id: message }: Press, bot: User): boolean =>
  bot.bot_type === BotType.outgoingWebhook && queuedCall(realm, { bot, message, trigger: "press", press });

const outgoingAmong = (realm: Realm, users: readonly UserId[]): User[] =>
  [...new Set(users)].flatMap((id) => {
    const user = findUser(realm, id);
    return user?.bot_type === BotType.outgoingWebhook && user.is_active === 1 ? [user] : [];
  });

/** Delivers a message that starts with a command to the command's bot, and returns the bot's id. */
function useCommand(realm: Realm, { message, destination }: MentionNotice): UserId | undefined {
  const row = (): StoredMessage | undefined => {
    const place = placeOfMessage(realm, message);
    return place && findMessageInRealm(realm, place);
  };
  const command = commandIn(realm, message, () => row()?.content);
  const bot = command && findUser(realm, command.bot);
  if (command === undefined || bot?.is_active !== 1) return undefined;
  if (bot.bot_type === BotType.outgoingWebhook) queueCall(realm, { bot, message, trigger: "command" });
  else tellBot(realm, command, row(), destination);
  return bot.id;
}

function tellBot(
  realm: Realm,
  { bot, name, arguments: given }: UsedCommand,
  row: StoredMessage | undefined,
  destination: MentionNotice["destination"],
): void {
  if (row === undefined) return;
  const message = deliveredMessage(realm, row, destination);
  realm.emit(commandUsed({ command: name, arguments: given, message }), only(bot));
}
