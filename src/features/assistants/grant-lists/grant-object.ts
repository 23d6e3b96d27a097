import * as v from "valibot";
import { approvals, resources, scopes } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, dayOf, days } from "../../../util/time.ts";
import { callsSince } from "../approvals/limits.ts";
import { excludedBy, excludedUsersOf, type StoredGrant, scopesOf } from "../oauth-grants/oauth-grants.ts";

export const grantFields = {
  id: v.number(),
  name: v.string(),
  /** Host of the client id URL, or null if the client registered itself here. */
  host: v.nullable(v.string()),
  /** Resource (endpoint) that the assistant was granted access to. */
  resource: v.picklist(resources),
  scopes: v.array(v.picklist(scopes)),
  approval: v.picklist(approvals),
  created_at: v.number(),
  /** Rounded to the day; null if it was never used. */
  last_used_at: v.nullable(v.number()),
  /** Calls in the last seven days, including today. */
  calls_this_week: v.number(),
  /** All messages the assistant sent, including approved ones. */
  messages_sent: v.number(),
};

export const grantObject = (realm: Realm, grant: StoredGrant) => ({
  ...{ id: grant.id, name: grant.client_name, host: grant.client_host, resource: grant.resource },
  ...{ scopes: [...scopesOf(grant)], approval: grant.approval },
  ...{ created_at: grant.created_at, last_used_at: grant.last_used_at },
  calls_this_week: callsSince(realm, grant.id, dayOf(before(realm.seconds(), days(6)))),
  messages_sent: grant.messages,
});

export const exclusionFields = {
  excluded_channels: v.array(v.number()),
  /** Users whose direct conversations with the grant's user are excluded. */
  excluded_users: v.array(v.number()),
  excludes_direct: v.boolean(),
};

/** Returns what a grant excludes. Only its user may see this. */
export const exclusionsOf = (grant: StoredGrant) => ({
  excluded_channels: [...excludedBy(grant)],
  excluded_users: [...excludedUsersOf(grant)],
  excludes_direct: grant.excludes_direct === 1,
});
