import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { accountManagedHook } from "../../organization/accounts/hooks.ts";
import { groupManagedHook } from "../../organization/user-groups/hooks.ts";
import { schema as connectionSchema, networkSchema } from "./connections/rows.ts";
import { scimConnectionEndpoints } from "./endpoints.ts";
import { groupEndpoints } from "./groups/endpoints.ts";
import { groupLink, schema as groupSchema } from "./groups/rows.ts";
import { scimPages } from "./pages.ts";
import { linkOfUser, schema as userSchema } from "./user-resources/rows.ts";
import { userEndpoints } from "./users/endpoints.ts";

const OF_CONNECTION = "of a directory's connection, which a directory has with one server";

/**
 * SCIM 2.0 (RFC 7643 and 7644): directories such as Okta's and Entra's create, change and remove accounts and groups.
 */
export const scim = feature({
  name: "scim",
  schema: [...connectionSchema, ...userSchema, ...groupSchema, ...networkSchema],
  personal: { scim_users: { user: "user_id" }, scim_removed_users: { user: "user_id" } },
  archive: {
    leftOut: {
      scim_connections: OF_CONNECTION,
      scim_tokens: OF_CONNECTION,
      scim_users: OF_CONNECTION,
      scim_removed_users: OF_CONNECTION,
      scim_groups: OF_CONNECTION,
    },
  },
  endpoints: [...scimConnectionEndpoints, ...userEndpoints, ...groupEndpoints],
  pages: scimPages,
  handlers: [
    on(groupManagedHook, (realm, group) => groupLink.first(realm.sql, { group }) !== undefined),
    on(accountManagedHook, (realm, user) => linkOfUser.first(realm.sql, { user }) !== undefined),
  ],
});
