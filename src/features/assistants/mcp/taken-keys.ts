import type { Actor } from "../../../protocol/actor.ts";
import { ApiError } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { accessUser } from "../../organization/users/access.ts";
import { actorOf } from "../../organization/users/users.ts";
import { checkMayUse, mayWrite } from "../grants/organization-rules.ts";

/** The account whose rights to use assistants count: of a bot, its owner's. */
export function personBehind(realm: Realm, actor: Actor): Pick<Actor, "user_id" | "role"> {
  const owner = actor.is_bot ? accessUser(realm, null, actor.user_id).bot_owner_id : null;
  return owner === null ? actor : actorOf(accessUser(realm, null, owner));
}

/**
 * Refuses keys that are not taken. A person's own has every right, and no rule by which its owner is asked: it is good only
 * where the organization has allowed this, and demands no less of grants.
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

/** Checks keys at addresses for assistants with the credentials themselves, so that what waits ends with the rule that took them. */
export function checkKeyForAssistant(realm: Realm, actor: Actor): void {
  if (actor.asksAsAssistant === true) checkTaken(realm, actor);
}
