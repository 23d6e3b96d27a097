import { type Audience, everyone } from "../../../../realm/events/event.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { emitGroupsOfDeactivated, emitGroupsOfReactivated } from "../../groups/changes.ts";
import { emitRealmPermissionsNaming } from "../../realm/setting-events.ts";
import { userAudience } from "../audience.ts";
import { writeActive } from "../changes.ts";
import { userDeactivatedHook, userInPermissionsHook, userReactivatedHook } from "../hooks.ts";
import { botsOwnedBy, type User } from "../users.ts";
import { endQueuesOfLostRights } from "./act-as.ts";
import { botOwner, emitBotUpdated, transferBot } from "./bots/bot-events.ts";

/**
 * Ends an account's use: its queues, its subscriptions, its bots. Its keys stay, for whoever uses one is to be told why
 * it does not work; its groups and settings stay for its return (users-groups-org.md 1, 4.1).
 */
export function deactivate(realm: Realm, user: User): void {
  if (user.is_active === 0) return;
  realm.endQueuesOf(user.id);
  writeActive(realm, user, false);
  emitToUsersWithoutAccess(realm, user);
  realm.run(userDeactivatedHook, user);
  if (user.bot_type !== null) emitBotUpdated(realm, user, { is_active: false });
  for (const bot of botsOwnedBy(realm, user.id)) deactivate(realm, bot);
  endQueuesOfLostRights(realm, { ...user, is_active: 0 });
}

/** Who knows of the account hides it in groups and permissions by themselves; who does not is told each of them. */
function emitToUsersWithoutAccess(realm: Realm, user: User): void {
  const { includes } = userAudience(realm, user);
  const strangers: Audience = { includes: (...who) => !includes(...who) };
  emitGroupsOfDeactivated(realm, user.id, strangers);
  emitPermissionsNaming(realm, user, strangers);
}

/** Permissions show somebody whom they name only while the account is active. */
function emitPermissionsNaming(realm: Realm, { id }: User, audience: Audience): void {
  realm.run(userInPermissionsHook, id, audience);
  emitRealmPermissionsNaming(realm, id, audience);
}

/** Brings an account back; a bot whose owner is gone becomes the bot of whoever brings it back. */
export function reactivate(realm: Realm, user: User, actor: User): void {
  if (user.is_active === 1) return;
  writeActive(realm, user, true);
  emitGroupsOfReactivated(realm, user.id);
  emitPermissionsNaming(realm, user, everyone);
  realm.run(userReactivatedHook, user);
  if (user.bot_type === null) return;
  emitBotUpdated(realm, user, { is_active: true });
  if (botOwner(realm, user)?.is_active !== 1) transferBot(realm, user, actor);
}
