import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json, oneOf, optional, textParameter } from "../../../api/parameter.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { admitDirectory } from "./connections/admit-directory.ts";
import {
  accessConnection,
  baseAddress,
  changeConnection,
  connectionName,
  createConnection,
  endConnection,
  endToken,
  kinds,
  listConnections,
  makeToken,
  networksSchema,
} from "./connections/connections.ts";
import { rulesSchema } from "./connections/rules.ts";
import { applyRulesToAll, releaseGroups } from "./groups/group-rules.ts";
import { internal, token } from "./protocol/directory-call.ts";
import { deleteLinksOf } from "./user-resources/rows.ts";

/** Connects a directory. Only this response contains the token. */
const createConnectionEndpoint = action({
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

/** Disconnects a directory. Its accounts and groups stay, and users can edit them again. */
const endConnectionEndpoint = action({
  route: "DELETE /scim/connections/:connection_id",
  by: "owner",
  params: { connection_id: integer },
  run({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    const connection = accessConnection(realm, params.connection_id);
    deleteLinksOf.run(realm.sql, { connection: connection.id });
    releaseGroups(realm, connection);
    endConnection(realm, connection);
  },
});

const tokenSchema = v.object({ id: v.number(), created_at: v.number(), last_used_at: v.nullable(v.number()) });

/** Lists the connections. None of the endpoints for connections is part of Zulip's API. */
const getConnectionsEndpoint = action({
  route: "GET /scim/connections",
  by: "owner",
  reply: {
    connections: v.array(
      v.object({
        id: v.number(),
        name: v.string(),
        kind: v.string(),
        rules: rulesSchema,
        networks: networksSchema,
        created_at: v.number(),
        tokens: v.array(tokenSchema),
      }),
    ),
    /** URL to configure in the directory. */
    address: v.string(),
  },
  run: ({ realm }) => ({ connections: listConnections(realm), address: baseAddress(realm) }),
});

/** Authenticates a directory. Called for requests that the Worker answers without the realm. */
const getDirectoryEndpoint = action({
  ...internal,
  route: "GET /scim/directory",
  params: { token },
  reply: { address: v.string() },
  run({ realm, params, request }) {
    admitDirectory(realm, params.token, request);
    return { address: baseAddress(realm) };
  },
});

/**
 * Creates another token, so that the directory can switch to it before the first one is deleted. Only this response
 * contains the token.
 */
const makeTokenEndpoint = action({
  route: "POST /scim/connections/:connection_id/tokens",
  by: "owner",
  params: { connection_id: integer },
  reply: { token_id: v.number(), token: v.string() },
  run({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    return makeToken(realm, accessConnection(realm, params.connection_id));
  },
});

const endTokenEndpoint = action({
  route: "DELETE /scim/connections/:connection_id/tokens/:token_id",
  by: "owner",
  params: { connection_id: integer, token_id: integer },
  run({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    endToken(realm, accessConnection(realm, params.connection_id), params.token_id);
  },
});

const updateConnectionEndpoint = action({
  route: "PATCH /scim/connections/:connection_id",
  by: "owner",
  params: {
    connection_id: integer,
    name: optional(textParameter(connectionName)),
    rules: optional(json(rulesSchema)),
    networks: optional(json(networksSchema)),
  },
  run({ realm, actor, params: { connection_id, name, rules, networks } }) {
    checkRecentLogin(realm, actor);
    const connection = accessConnection(realm, connection_id);
    changeConnection(realm, actor, connection, {
      name: name ?? connection.name,
      rules: rules ?? connection.rules,
      networks: networks ?? connection.networks,
    });
    if (rules !== undefined) applyRulesToAll(realm, accessConnection(realm, connection_id), connection.rules);
  },
});

export const scimConnectionEndpoints = [
  getConnectionsEndpoint,
  createConnectionEndpoint,
  updateConnectionEndpoint,
  endConnectionEndpoint,
  makeTokenEndpoint,
  endTokenEndpoint,
  getDirectoryEndpoint,
];
