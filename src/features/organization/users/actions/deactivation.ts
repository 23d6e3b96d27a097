import { type Audience, everyone } from "../../../../realm/events/event.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { tellLeft, tellReturn } from "../../groups/changes.ts";
import { tellRealmPermissionsNaming } from "../../realm/setting-events.ts";
import { whoKnow } from "../audience.ts";
import { writeActive } from "../changes.ts";
import { userDeactivatedHook, userInPermissionsHook, userReactivatedHook } from "../hooks.ts";
import { botsOwnedBy, type User } from "../users.ts";
import { endBorrowedQueues } from "./acting.ts";
import { giveBot, ownerOf, tellBotChange } from "./bots/bot-events.ts";

/**
 * Ends an account's use: its queues, its subscriptions, its bots. Its keys stay, for whoever uses one is to be told why
 * it does not work; its groups and settings stay for its return (users-groups-org.md 1, 4.1).
 */
export function deactivate(realm: Realm, user: User): void {
  if (user.is_active === 0) return;
  realm.endQueuesOf(user.id);
  writeActive(realm, user, false);
  tellStrangers(realm, user);
  realm.run(userDeactivatedHook, user);
  if (user.bot_type !== null) tellBotChange(realm, user, { is_active: false });
  for (const bot of botsOwnedBy(realm, user.id)) deactivate(realm, bot);
  endBorrowedQueues(realm, { ...user, is_active: 0 });
}

/** Who knows of the account hides it in groups and permissions by themselves; who does not is told each of them. */
function tellStrangers(realm: Realm, user: User): void {
  const { includes } = whoKnow(realm, user);
  const strangers: Audience = { includes: (...who) => !includes(...who) };
  tellLeft(realm, user.id, strangers);
  tellPermissionsNaming(realm, user, strangers);
}

/** Permissions show somebody whom they name only while the account is active. */
function tellPermissionsNaming(realm: Realm, { id }: User, audience: Audience): void {
  realm.run(userInPermissionsHook, id, audience);
  tellRealmPermissionsNaming(realm, id, audience);
}

/** Brings an account back; a bot whose owner is gone becomes the bot of whoever brings it back. */
export function reactivate(realm: Realm, user: User, actor: User): void {
  if (user.is_active === 1) return;
  writeActive(realm, user, true);
  tellReturn(realm, user.id);
  tellPermissionsNaming(realm, user, everyone);
  realm.run(userReactivatedHook, user);
  if (user.bot_type === null) return;
  tellBotChange(realm, user, { is_active: true });
  if (ownerOf(realm, user)?.is_active !== 1) giveBot(realm, user, actor);
}
