import { toUserId, type UserId } from "../../../protocol/ids.ts";
import { BotType } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import type { MentionNotice } from "../../messages/core/send/destination.ts";
import { findMessageInRealm } from "../../messages/core/store/stored-content.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { commandIn } from "../bot-commands/bot-commands.ts";
import { hostedBotOf } from "./hosted-bots.ts";
import { queueRun } from "./runs.ts";

/**
 * Runs scripts of bots for a new message, like outgoing webhooks. These are the bots in its direct conversation, bots
 * mentioned by name, and the bot whose command it starts with. Messages of bots trigger no scripts, so that bots can't
 * talk to each other forever.
 */
export function runPrograms(realm: Realm, notice: MentionNotice): void {
  const { message, sender, destination, mentions, before } = notice;
  if (!realm.config.runsBots || before !== null || findUser(realm, sender)?.bot_type !== null) return;
  const commanded = commandIn(realm, message, () => {
    const place = placeOfMessage(realm, message);
    return place && findMessageInRealm(realm, place)?.content;
  })?.bot;
  const [users, trigger] =
    destination.kind === "direct"
      ? ([destination.members, "direct_message"] as const)
      : ([mentions.users.map(toUserId), "mention"] as const);
  const addressed = new Set(commanded === undefined ? users : [commanded, ...users]);
  for (const bot of addressed) {
    const why = bot === commanded ? "command" : trigger;
    if (runsAs(realm, bot)) queueRun(realm, { bot, trigger: why, message, timer: null });
  }
}

function runsAs(realm: Realm, bot: UserId): boolean {
  const user = findUser(realm, bot);
  return user?.bot_type === BotType.embedded && user.is_active === 1 && hostedBotOf(realm, bot)?.isOn === true;
}
