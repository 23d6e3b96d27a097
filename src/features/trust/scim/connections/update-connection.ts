import { action } from "../../../../api/endpoint.ts";
import { integer, json, optional, textParameter } from "../../../../api/parameter.ts";
import { checkRecentLogin } from "../../../organization/accounts/authentication/credentials.ts";
import { applyRulesToAll } from "../groups/group-rules.ts";
import { connectionName } from "./connection-name.ts";
import { accessConnection, changeConnection } from "./connections.ts";
import { networksSchema } from "./networks.ts";
import { rulesSchema } from "./rules.ts";

export const updateConnectionEndpoint = action({
  route: "PATCH /scim/connections/:connection_id",
  by: "owner",
  params: {
    connection_id: integer,
    name: optional(textParameter(connectionName)),
    rules: optional(json(rulesSchema)),
    networks: optional(json(networksSchema)),
  },
  reply: {},
  run({ realm, actor, params: { connection_id, name, rules, networks } }) {
    checkRecentLogin(realm, actor);
    const connection = accessConnection(realm, connection_id);
    changeConnection(realm, actor, connection, {
      name: name ?? connection.name,
      rules: rules ?? connection.rules,
      networks: networks ?? connection.networks,
    });
    if (rules !== undefined) applyRulesToAll(realm, accessConnection(realm, connection_id));
    return {};
  },
});
