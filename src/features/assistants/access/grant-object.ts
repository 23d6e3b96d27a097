import * as v from "valibot";
import { approvals, resources, scopes } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, dayOf, days } from "../../../util/time.ts";
import { excludedBy, excludedUsersOf, type StoredGrant, scopesOf } from "../grants/grants.ts";
import { callsSince } from "../writing/limits.ts";

export const grantFields = {
  id: v.number(),
  /** The name that the program gives itself. */
  name: v.string(),
  /** The host of the address that is the program's id; null where it has registered itself here. */
  host: v.nullable(v.string()),
  /** The address at which it asks. */
  resource: v.picklist(resources),
  scopes: v.array(v.picklist(scopes)),
  approval: v.picklist(approvals),
  created_at: v.number(),
  /** To the day; null where it has never been used. */
  last_used_at: v.nullable(v.number()),
  /** The calls of seven days, today included. */
  calls_this_week: v.number(),
  /** All messages that it has sent, also those that were approved. */
  messages_sent: v.number(),
};

/** A grant, as those see it who may end it. */
export const grantObject = (realm: Realm, grant: StoredGrant) => ({
  ...{ id: grant.id, name: grant.client_name, host: grant.client_host, resource: grant.resource },
  ...{ scopes: [...scopesOf(grant)], approval: grant.approval },
  ...{ created_at: grant.created_at, last_used_at: grant.last_used_at },
  calls_this_week: callsSince(realm, grant.id, dayOf(before(realm.seconds(), days(6)))),
  messages_sent: grant.messages,
});

export const exclusionFields = {
  excluded_channels: v.array(v.number()),
  /** The people whose direct conversations with the person are left out. */
  excluded_users: v.array(v.number()),
  /** Whether all direct conversations are left out. */
  excludes_direct: v.boolean(),
};

/** The things that a grant leaves out, which are its person's alone to know. */
export const exclusionsOf = (grant: StoredGrant) => ({
  excluded_channels: [...excludedBy(grant)],
  excluded_users: [...excludedUsersOf(grant)],
  excludes_direct: grant.excludes_direct === 1,
});
