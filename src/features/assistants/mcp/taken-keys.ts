import type { Actor } from "../../../protocol/actor.ts";
import { ApiError } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { actorOf } from "../../organization/accounts/accounts.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { checkMayUse, mayWrite } from "../oauth-grants/organization-rules.ts";

/** Returns the account whose permission to use assistants applies: for a bot, its owner. */
export function personBehind(realm: Realm, actor: Actor): Pick<Actor, "user_id" | "role"> {
  const owner = actor.is_bot ? accessUser(realm, null, actor.user_id).bot_owner_id : null;
  return owner === null ? actor : actorOf(accessUser(realm, null, owner));
}

/**
 * Throws for API keys that aren't accepted. A user's own key has all permissions and no approval rule. It works only if
 * the organization allows this and requires no approval from grants either.
 */
export function checkTaken(realm: Realm, actor: Actor): void {
  if (actor.grant !== undefined) return;
  const person = personBehind(realm, actor);
  checkMayUse(realm, person);
  if (actor.is_bot) return;
  const { assistants_may_use_api_keys, assistants_min_approval } = realmSettings(realm);
  if (assistants_may_use_api_keys && assistants_min_approval === "none" && mayWrite(realm, person)) return;
  const msg = "People connect an assistant by allowing it, not with their own API key. Bots can use theirs.";
  throw new ApiError({ code: "UNAUTHORIZED", msg, status: 401 });
}

/**
 * Checks keys for assistant endpoints as part of authentication, so that streams and polls end with the rule that
 * allowed them.
 */
export function checkKeyForAssistant(realm: Realm, actor: Actor): void {
  if (actor.asksAsAssistant === true) checkTaken(realm, actor);
}
