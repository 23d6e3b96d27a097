import { namesUser } from "../../protocol/group-setting-value.ts";
import { hook } from "../../realm/hook.ts";
import type { Realm } from "../../realm/realm.ts";
import type { Channel } from "../channels/channels.ts";
import { tellUpdated } from "../channels/telling.ts";
import { visibleValue } from "../groups/access.ts";
import { tellReturn } from "../groups/changes.ts";
import { everyChannel } from "../memberships/opened-channels.ts";
import { tellRealmPermissionsNaming } from "../organizations/telling.ts";
import { resumeSubscriptions, suspendSubscriptions } from "../subscriptions/subscribe.ts";
import { writeActive } from "../users/changes.ts";
import { botsOwnedBy, type User } from "../users/users.ts";
import { giveBot, ownerOf, tellBotChange } from "./bots/telling.ts";

/** What features above do when an account is deactivated, in the same change. */
export const deactivatedHook = hook<(realm: Realm, user: User) => void>("deactivated");

/**
 * Ends an account's use: its queues, its subscriptions, its bots. Its keys stay, for whoever uses one is to be told why
 * it does not work; its groups and settings stay for its return (users-groups-org.md 1, 4.1).
 */
export function deactivate(realm: Realm, user: User): void {
  if (user.is_active === 0) return;
  for (const queue of [...realm.queues.ofUser(user.id)]) realm.endQueue(queue);
  writeActive(realm, user, false);
  suspendSubscriptions(realm, user.id);
  if (user.bot_type !== null) tellBotChange(realm, user, { is_active: false });
  for (const follow of realm.ask(deactivatedHook)) follow(realm, user);
  for (const bot of botsOwnedBy(realm, user.id)) deactivate(realm, bot);
}

/** Channels that name somebody in a permission show them again (register-and-events.md 5.4). */
function tellPermissionsNaming(realm: Realm, channel: Channel, { id }: User): void {
  for (const [property, value] of Object.entries(channel.permissions)) {
    if (namesUser(value, id)) tellUpdated(realm, channel, { property, value: visibleValue(realm, value) });
  }
}

/** Brings an account back; a bot whose owner is gone becomes the bot of whoever brings it back. */
export function reactivate(realm: Realm, user: User, actor: User): void {
  if (user.is_active === 1) return;
  writeActive(realm, user, true);
  tellReturn(realm, user.id);
  for (const channel of everyChannel(realm)) tellPermissionsNaming(realm, channel, user);
  tellRealmPermissionsNaming(realm, user.id);
  resumeSubscriptions(realm, user.id);
  if (user.bot_type === null) return;
  tellBotChange(realm, user, { is_active: true });
  if (ownerOf(realm, user)?.is_active !== 1) giveBot(realm, user, actor);
}
