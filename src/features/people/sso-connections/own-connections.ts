import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, integer, json, optional, optionalAll } from "../../../api/parameter.ts";
import type { LoginProvider } from "../../../config/login-providers.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { badField } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { definedOf } from "../../../util/records.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { redirectUri } from "../sso-login/begin-login.ts";
import { postLogoutUri } from "../sso-login/log-out-at-service.ts";
import { readDocument } from "../sso-login/providers/discovery.ts";
import { explained } from "../sso-login/providers/identify.ts";
import { isSecure, toAskedProvider } from "../sso-login/providers/provider-fetch.ts";
import { ExternalLoginRefused } from "../sso-login/refused.ts";
import { connectionParams } from "./connection-params.ts";
import { connectionSchema } from "./connection-schema.ts";
import {
  accessConnection,
  addConnection,
  changeConnection,
  checkSettings,
  isAskedAnew,
  type LoginConnection,
  listConnections,
  orderConnections,
  providerId,
  providerOf,
  removeConnection,
} from "./connections.ts";

/** Returns the organization's URLs that must be registered at a provider. */
const addressesOf = (provider: string, origin: string) => ({
  redirect_uri: redirectUri(origin, provider),
  backchannel_logout_uri: `${origin}/api/v1/external_login/${provider}/logout`,
  post_logout_redirect_uri: postLogoutUri(origin),
});

type Worker = Parameters<typeof toAskedProvider>[1] & { readonly log: Parameters<typeof explained>[1] };

const NEEDED = ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const;

/** Fetches a service's discovery document. Throws if no one could log in through the service. Runs in the Worker. */
async function checkIssuer(provider: LoginProvider, { log, ...worker }: Worker): Promise<void> {
  const document = await explained(provider, log, () => readDocument(toAskedProvider(provider, worker))).catch(
    (error: unknown) => {
      if (error instanceof ExternalLoginRefused) throw refusal(provider.issuer, error.detail);
      throw error;
    },
  );
  const faulty = NEEDED.find((name) => !isGood(document[name], provider));
  if (faulty !== undefined) throw refusal(provider.issuer, `no ${faulty}`);
}

function isGood(address: string | undefined, provider: LoginProvider): boolean {
  const url = URL.parse(address ?? "");
  return url !== null && isSecure(url, provider);
}

const refusal = (issuer: string, detail: string) =>
  badField("issuer", `No OpenID Connect service answers for ${issuer} (${detail}).`);

// Not part of Zulip's API. Configuring a service decides who gets into every account, so it requires a recent login.

/** Returns a connection for owners, without its secrets. */
const connectionObject = (connection: LoginConnection, origin: string) => {
  const { client_secret: _, seal_key: __, asked_since: ___, ...shown } = connection;
  const provider = providerId(connection);
  return { ...shown, provider, ...addressesOf(provider, origin) };
};

const objects = (realm: Realm, origin: string) =>
  listConnections(realm).map((connection) => connectionObject(connection, origin));

const getConnectionsEndpoint = action({
  route: "GET /realm/login_connections",
  by: "owner",
  reply: { login_connections: v.array(connectionSchema) },
  run: ({ realm, request }) => ({ login_connections: objects(realm, request.origin) }),
});

const addConnectionEndpoint = action({
  route: "POST /realm/login_connections",
  by: "owner",
  params: connectionParams,
  reply: { login_connection: connectionSchema },
  plan({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    const settings = { ...params, enabled: true, only: false };
    checkSettings(realm, settings);
    const { client_secret } = params;
    return providerOf({ ...settings, client_secret, id: 0, created_at: realm.seconds(), seal_key: "" });
  },
  prepare: ({ plan, ...worker }) => checkIssuer(plan, worker),
  run({ realm, actor, params: { client_secret, ...settings }, request }) {
    checkRecentLogin(realm, actor);
    const added = addConnection(realm, { ...settings, enabled: true, only: false }, client_secret);
    return { login_connection: connectionObject(added, request.origin) };
  },
});

const changeConnectionEndpoint = action({
  route: "PATCH /realm/login_connections/:connection_id",
  by: "owner",
  params: {
    connection_id: integer,
    ...optionalAll(connectionParams),
    enabled: optional(boolean),
    only: optional(boolean),
  },
  plan({ realm, actor, params: { connection_id, ...wanted } }) {
    checkRecentLogin(realm, actor);
    const connection = accessConnection(realm, connection_id);
    const after = { ...connection, ...definedOf(wanted) };
    checkSettings(realm, after, connection_id);
    return { checked: asksService(definedOf(wanted)) ? providerOf(after) : null };
  },
  prepare: ({ plan: { checked }, ...worker }) => (checked === null ? undefined : checkIssuer(checked, worker)),
  run({ realm, actor, params: { connection_id, ...wanted } }) {
    checkRecentLogin(realm, actor);
    changeConnection(realm, accessConnection(realm, connection_id), definedOf(wanted));
  },
});

/**
 * True if the service must respond before a change is made: if the change affects how the service is called, makes the
 * connection the only login, or is empty and only checks the service. Owners can make all other changes even if the
 * service is down, such as allowing other ways to log in.
 */
const asksService = (wanted: { readonly only?: boolean }): boolean =>
  Object.keys(wanted).length === 0 || wanted.only === true || isAskedAnew(Object.keys(wanted));

const orderConnectionsEndpoint = action({
  route: "PATCH /realm/login_connections",
  by: "owner",
  params: { order: json(boundedList(v.pipe(v.number(), v.integer()), "ids")) },
  run({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    orderConnections(realm, params.order);
  },
});

const deleteConnectionEndpoint = action({
  route: "DELETE /realm/login_connections/:connection_id",
  by: "owner",
  params: { connection_id: integer },
  run({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    removeConnection(realm, accessConnection(realm, params.connection_id));
  },
});

export const ownConnectionEndpoints = [
  getConnectionsEndpoint,
  addConnectionEndpoint,
  changeConnectionEndpoint,
  orderConnectionsEndpoint,
  deleteConnectionEndpoint,
];
