import type { Realm } from "../../../realm/realm.ts";
import { before, dayOf, days } from "../../../util/time.ts";
import { callsSince } from "../approvals/limits.ts";
import { excludedBy, excludedUsersOf, type StoredGrant, scopesOf } from "../oauth-grants/oauth-grants.ts";

export const grantObject = (realm: Realm, grant: StoredGrant) => ({
  ...{ id: grant.id, name: grant.client_name, host: grant.client_host, resource: grant.resource },
  ...{ scopes: [...scopesOf(grant)], approval: grant.approval },
  ...{ created_at: grant.created_at, last_used_at: grant.last_used_at },
  calls_this_week: callsSince(realm, grant.id, dayOf(before(realm.seconds(), days(6)))),
  messages_sent: grant.messages,
});

/** Returns what a grant excludes. Only the grant's user may see this. */
export const exclusionsOf = (grant: StoredGrant) => ({
  excluded_channels: [...excludedBy(grant)],
  excluded_users: [...excludedUsersOf(grant)],
  excludes_direct: grant.excludes_direct === 1,
});
