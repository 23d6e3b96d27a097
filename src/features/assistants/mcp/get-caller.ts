import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { ApiError } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { signatureOf } from "../../email/signed-token.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { actorOf } from "../../organization/accounts/accounts.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { checkMayUse, mayWrite } from "../oauth-grants/organization-rules.ts";
import { accountFields } from "../tools/caller.ts";

const callerFields = {
  ...accountFields,
  /** Key for encrypting state that the client sends back. Specific to this account and this grant or API key. */
  state_key: v.string(),
};

/** The account that an assistant acts for, in the form that tools need. */
export type CallerFields = v.InferOutput<v.ObjectSchema<typeof callerFields, undefined>>;

/** Called first in each assistant request. Refuses credentials that assistants can't use. */
export const getCallerEndpoint = action({
  route: "GET /assistants/caller",
  scope: "any",
  internal: true,
  limited: "assistants",
  reply: callerFields,
  run({ realm, actor }) {
    // A client's key is checked during authentication, but a bot script has no key.
    checkTaken(realm, actor);
    const person = personBehind(realm, actor);
    const { full_name, timezone = "" } = accessUser(realm, actor, actor.user_id);
    return {
      ...{ user_id: actor.user_id, full_name, is_bot: actor.is_bot, timezone },
      ...{ organization: realmSettings(realm).name, url: realm.url },
      scopes: actor.grant === undefined ? null : [...actor.grant.scopes],
      ...(realmSettings(realm).audit_assistant_reads && { records_reads: true as const }),
      ...(!mayWrite(realm, person) && { only_reads: true as const }),
      state_key: stateKey(realm, actor),
    };
  },
});

const stateKey = (realm: Realm, { user_id, key_id, grant }: Actor): string =>
  signatureOf(realm, "state of an assistant's call", `${user_id} ${grant?.id ?? "-"} ${key_id ?? "-"}`);

/** Returns the account whose permission to use assistants applies: a bot's owner, or the caller. */
function personBehind(realm: Realm, actor: Actor): Pick<Actor, "user_id" | "role"> {
  const owner = actor.is_bot ? accessUser(realm, null, actor.user_id).bot_owner_id : null;
  return owner === null ? actor : actorOf(accessUser(realm, null, owner));
}

/**
 * Throws for API keys that aren't accepted. A user's own key has all permissions and no approval rule, so it is only
 * accepted if the organization allows that and requires no approval from grants either.
 */
function checkTaken(realm: Realm, actor: Actor): void {
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
 * Checks API keys at assistant endpoints. Runs as part of authentication, so that streams and polls end when the rule
 * that allowed them does.
 */
export function checkKeyForAssistant(realm: Realm, actor: Actor): void {
  if (actor.asksAsAssistant === true) checkTaken(realm, actor);
}
