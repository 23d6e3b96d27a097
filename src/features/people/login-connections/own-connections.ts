import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer, optional } from "../../../endpoints/parameter.ts";
import type { Realm } from "../../../realm/realm.ts";
import { checkRecentLogin } from "../../organization/users/public.ts";
import { redirectUri } from "../external-logins/public.ts";
import { checkIssuer } from "./check-issuer.ts";
import { connectionParams } from "./connection-params.ts";
import {
  accessConnection,
  addConnection,
  type Connection,
  changeConnection,
  checkSettings,
  listConnections,
  providerId,
  providerOf,
  removeConnection,
} from "./connections.ts";

// Endpoints of this server's own. Whoever names a service says who gets into every account, so that they need a recent login.

const connectionSchema = v.object({
  id: v.number(),
  /** The connection's `name` in /server_settings. */
  provider: v.string(),
  name: v.string(),
  issuer: v.string(),
  client_id: v.string(),
  domains: v.array(v.string()),
  trust_email: v.boolean(),
  sign_up: v.boolean(),
  second_factor: v.boolean(),
  scope: v.string(),
  created_at: v.number(),
  /** The address that the service has to know as the one to lead back to. */
  redirect_uri: v.string(),
});

/** A connection for owners: without its secrets. */
const connectionObject = (connection: Connection, origin: string) => {
  const { client_secret: _, seal_key: __, ...shown } = connection;
  const provider = providerId(connection);
  return { ...shown, provider, redirect_uri: redirectUri(origin, provider) };
};

const objects = (realm: Realm, origin: string) =>
  listConnections(realm).map((connection) => connectionObject(connection, origin));

export const getConnectionsEndpoint = action({
  route: "GET /realm/login_connections",
  by: "owner",
  params: {},
  reply: { login_connections: v.array(connectionSchema) },
  run: ({ realm, request }) => ({ login_connections: objects(realm, request.origin) }),
});

export const addConnectionEndpoint = action({
  route: "POST /realm/login_connections",
  by: "owner",
  params: connectionParams,
  reply: { login_connection: connectionSchema },
  plan({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    checkSettings(realm, params);
    const { client_secret } = params;
    return providerOf({ ...params, client_secret, id: 0, created_at: realm.seconds(), seal_key: "" });
  },
  prepare: ({ plan, ...worker }) => checkIssuer(plan, worker),
  run({ realm, actor, params: { client_secret, ...settings }, request }) {
    checkRecentLogin(realm, actor);
    const added = addConnection(realm, settings, client_secret);
    return { login_connection: connectionObject(added, request.origin) };
  },
});

const { name, issuer, client_id, client_secret } = connectionParams;

export const changeConnectionEndpoint = action({
  route: "PATCH /realm/login_connections/:connection_id",
  by: "owner",
  params: {
    connection_id: integer,
    name: optional(name),
    issuer: optional(issuer),
    client_id: optional(client_id),
    client_secret: optional(client_secret),
    domains: { ...connectionParams.domains, fallback: undefined },
    trust_email: { ...connectionParams.trust_email, fallback: undefined },
    sign_up: { ...connectionParams.sign_up, fallback: undefined },
    second_factor: { ...connectionParams.second_factor, fallback: undefined },
    scope: { ...connectionParams.scope, fallback: undefined },
  },
  reply: {},
  plan({ realm, actor, params: { connection_id, ...wanted } }) {
    checkRecentLogin(realm, actor);
    const connection = accessConnection(realm, connection_id);
    const after = { ...connection, ...given(wanted) };
    checkSettings(realm, after, connection_id);
    return providerOf(after);
  },
  prepare: ({ plan, ...worker }) => checkIssuer(plan, worker),
  run({ realm, actor, params: { connection_id, ...wanted } }) {
    checkRecentLogin(realm, actor);
    changeConnection(realm, accessConnection(realm, connection_id), given(wanted));
    return {};
  },
});

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The values that were sent. */
function given<T extends object>(wanted: T): Given<T>;
function given(wanted: object): object {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

export const deleteConnectionEndpoint = action({
  route: "DELETE /realm/login_connections/:connection_id",
  by: "owner",
  params: { connection_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    removeConnection(realm, accessConnection(realm, params.connection_id));
    return {};
  },
});
