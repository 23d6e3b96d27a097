import { toUserId, type UserId } from "../../../protocol/ids.ts";
import { BotType } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { MentionNotice } from "../../messages/messages/public.ts";
import { findUser, type User } from "../../organization/users/public.ts";
import { queueCall } from "./call-queue.ts";

/**
 * Has a new message delivered to the services of outgoing webhooks (webhooks.md 5): those that are in the direct
 * conversation, or that a message in a channel mentions by name. What bots write is delivered to none.
 */
export function callServices(realm: Realm, { message, sender, destination, mentions, before }: MentionNotice): void {
  if (before !== null || findUser(realm, sender)?.bot_type !== null) return;
  const [users, trigger] =
    destination.kind === "direct"
      ? ([destination.members, "direct_message"] as const)
      : ([mentions.users.map(toUserId), "mention"] as const);
  for (const bot of outgoingAmong(realm, users)) queueCall(realm, { bot, message, trigger });
}

const outgoingAmong = (realm: Realm, users: readonly UserId[]): User[] =>
  [...new Set(users)].flatMap((id) => {
    const user = findUser(realm, id);
    return user?.bot_type === BotType.outgoingWebhook && user.is_active === 1 ? [user] : [];
  });
