import { badRequest } from "../../../protocol/errors.ts";
import { namesUser } from "../../../protocol/group-setting-value.ts";
import { type Audience, everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { botsOwnedBy, type User } from "../accounts/accounts.ts";
import { userAudience } from "../accounts/audience.ts";
import { writeActive } from "../accounts/changes.ts";
import { userDeactivatedHook, userInPermissionsHook, userReactivatedHook } from "../accounts/hooks.ts";
import { realmDictUpdated } from "../organization-settings/events.ts";
import { realmPermissionValues } from "../organization-settings/realm-settings.ts";
import { visibleValue } from "../user-groups/access.ts";
import { emitGroupsOfDeactivated, emitGroupsOfReactivated } from "../user-groups/changes.ts";
import { endQueuesOfLostRights } from "./act-as.ts";
import { botOwner, transferBot } from "./bots/bot-events.ts";
import { checkNotLastOwner } from "./owner-rules.ts";

/**
 * Deactivates an account, its subscriptions and its bots, and ends its queues. Its keys stay, so that requests with
 * them get an error that says why. Its groups and settings stay for a reactivation (users-groups-org.md 1, 4.1).
 */
export function deactivate(realm: Realm, user: User): void {
  if (user.is_active === 0) return;
  realm.endQueuesOf(user.id);
  writeActive(realm, user, false);
  audit(realm, "user.deactivated", { of: accountEntity(user) });
  emitToUsersWithoutAccess(realm, user);
  realm.run(userDeactivatedHook, user);
  for (const bot of botsOwnedBy(realm, user.id)) deactivate(realm, bot);
  endQueuesOfLostRights(realm, { ...user, is_active: 0 });
}

/** Deactivates a human user's account. Throws for the only owner, because no one could reactivate them. */
export function deactivatePerson(realm: Realm, user: User): void {
  if (user.is_active === 0) throw badRequest("User is deactivated");
  checkNotLastOwner(realm, user, "Cannot deactivate the only organization owner");
  deactivate(realm, user);
}

/**
 * Emits the groups and permissions that contained a deactivated account to users who can't see the account. For other
 * users, the clients hide a deactivated account there themselves.
 */
function emitToUsersWithoutAccess(realm: Realm, user: User): void {
  const { includes } = userAudience(realm, user);
  const withoutAccess: Audience = { includes: (...who) => !includes(...who) };
  emitGroupsOfDeactivated(realm, user.id, withoutAccess);
  emitPermissionsNaming(realm, user, withoutAccess);
}

/** Emits the permissions that contain an account. Clients only see the account in them while it is active. */
function emitPermissionsNaming(realm: Realm, { id }: User, audience: Audience): void {
  realm.run(userInPermissionsHook, id, audience);
  const naming = Object.entries(realmPermissionValues(realm)).filter(([, value]) => namesUser(value, id));
  if (naming.length === 0) return;
  const data = Object.fromEntries(naming.map(([name, value]) => [name, visibleValue(realm, value)]));
  realm.emit(realmDictUpdated({ property: "default", data }), audience);
}

/** Reactivates an account. If it is a bot whose owner isn't active, the actor becomes the owner. */
export function reactivate(realm: Realm, user: User, actor: User): void {
  if (user.is_active === 1) return;
  if (user.is_erased === 1) throw badRequest("The account was erased");
  writeActive(realm, user, true);
  audit(realm, "user.reactivated", { of: accountEntity(user) });
  emitGroupsOfReactivated(realm, user.id);
  emitPermissionsNaming(realm, user, everyone);
  realm.run(userReactivatedHook, user);
  if (user.bot_type !== null && botOwner(realm, user)?.is_active !== 1) transferBot(realm, user, actor);
}
