import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { json, oneOf, optional, textParameter } from "../../../../api/parameter.ts";
import { checkRecentLogin } from "../../../organization/accounts/authentication/credentials.ts";
import { connectionName } from "./connection-name.ts";
import { baseAddress, createConnection, kinds, makeToken } from "./connections.ts";
import { networksSchema } from "./networks.ts";
import { rulesSchema } from "./rules.ts";

/** Connects a directory. Only this response contains the token. */
export const createConnectionEndpoint = action({
  route: "POST /scim/connections",
  by: "owner",
  params: {
    name: textParameter(connectionName),
    kind: optional(oneOf(...kinds), "other"),
    rules: optional(json(rulesSchema), v.parse(rulesSchema, {})),
    networks: optional(json(networksSchema), []),
  },
  reply: { connection_id: v.number(), token_id: v.number(), token: v.string(), address: v.string() },
  run({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    const connection = createConnection(realm, actor, params);
    return { connection_id: connection.id, ...makeToken(realm, connection), address: baseAddress(realm) };
  },
});
