import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessChannel } from "../../channels/channels/access.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { changesOf, loosens, type Rules, withoutIds } from "./compare-rules.ts";
import { note, rulesOf, tellLists } from "./oauth-grants.ts";
import { type GrantRow, setGrantRules } from "./rows.ts";

type RuleChanges = { readonly [Name in keyof Rules]?: Rules[Name] | undefined };

/** Changes a grant's rules. Letting the assistant do or see more requires a recent login, as consent does. */
export function changeRules(realm: Realm, actor: Actor, grant: GrantRow, changed: RuleChanges): void {
  const before = rulesOf(grant);
  const after: Rules = {
    approval: changed.approval ?? before.approval,
    excluded_channels: [...new Set(changed.excluded_channels ?? before.excluded_channels)],
    excluded_users: [...new Set(changed.excluded_users ?? before.excluded_users)],
    excludes_direct: changed.excludes_direct ?? before.excludes_direct,
  };
  for (const id of withoutIds(after.excluded_channels, before.excluded_channels)) accessChannel(realm, actor, id);
  for (const id of withoutIds(after.excluded_users, before.excluded_users)) accessUser(realm, actor, id);
  if (after.excluded_users.includes(actor.user_id)) throw badRequest("You can't leave yourself out.");
  if (loosens(before, after)) checkRecentLogin(realm, actor);
  const changes = changesOf(before, after);
  if (changes === undefined) return;
  setGrantRules.run(realm.sql, {
    id: grant.id,
    approval: after.approval,
    excluded_channels: JSON.stringify(after.excluded_channels),
    excluded_users: JSON.stringify(after.excluded_users),
    excludes_direct: after.excludes_direct,
  });
  note(realm, "assistant.rules_changed", grant, changes);
  tellLists(realm, grant.user_id);
}
