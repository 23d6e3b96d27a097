import { action } from "../../../../api/endpoint.ts";
import { integer } from "../../../../api/parameter.ts";
import { checkRecentLogin } from "../../../organization/accounts/authentication/credentials.ts";
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
