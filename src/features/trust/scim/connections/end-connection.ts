import { action } from "../../../../endpoints/endpoint.ts";
import { integer } from "../../../../endpoints/parameter.ts";
import { checkRecentLogin } from "../../../organization/users/authentication/ways-in.ts";
import { releaseGroups } from "../groups/release-groups.ts";
import { releaseUsers } from "../users/release-users.ts";
import { accessConnection, endConnection } from "./connections.ts";

/** Disconnects a directory. Accounts and groups it managed stay as they are and can be edited here again. */
export const endConnectionEndpoint = action({
  route: "DELETE /scim/connections/:connection_id",
  by: "owner",
  params: { connection_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    const connection = accessConnection(realm, params.connection_id);
    releaseUsers(realm, connection);
    releaseGroups(realm, connection);
    endConnection(realm, connection);
    return {};
  },
});
