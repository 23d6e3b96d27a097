import * as v from "valibot";
import type { LoginProvider } from "../../../config/login-providers.ts";
import { stored } from "../../../database/stored.ts";
import { ApiError, badRequest, notFound } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { openText, sealText } from "../../../realm/sealed-text.ts";
import { randomToken } from "../../../util/random.ts";
import { allProviders, checkOwnersLeft } from "../../organization/realm/public.ts";
import { audit } from "../../trust/audit-log/public.ts";
import { iconOf } from "./icon-of.ts";
import { allConnections, type ConnectionRow, deleteConnection, insertConnection, writeConnection } from "./rows.ts";

const settingsSchema = v.object({
  name: v.string(),
  issuer: v.string(),
  client_id: v.string(),
  domains: v.fallback(v.array(v.string()), []),
  trust_email: v.fallback(v.boolean(), false),
  sign_up: v.fallback(v.boolean(), true),
  second_factor: v.fallback(v.boolean(), false),
  scope: v.fallback(v.string(), "openid email profile"),
});
type ConnectionSettings = v.InferOutput<typeof settingsSchema>;

/** A connection as it is kept, with its secrets. */
export interface Connection extends ConnectionSettings, Omit<ConnectionRow, "settings"> {}

const readSettings = stored("login_connections.settings", v.nullable(settingsSchema), () => null);

const SEAL_KEY_LENGTH = 43;
const [SECRET_NAME, KEY_NAME] = ["login connection's secret", "login connection's cookies"];

export const listConnections = (realm: Realm): Connection[] =>
  allConnections.all(realm.sql, {}).flatMap(({ settings: text, ...row }) => {
    const settings = readSettings(text, row.id);
    const client_secret = opened(realm, SECRET_NAME, row.client_secret);
    const seal_key = opened(realm, KEY_NAME, row.seal_key);
    return settings === null ? [] : [{ ...row, ...settings, client_secret, seal_key }];
  });

/** The connections by which people can log in: all but those whose secrets cannot be read, which owners remove and add anew. */
export const usableConnections = (realm: Realm): Connection[] => listConnections(realm).filter(isUsable);

const isUsable = ({ client_secret, seal_key }: Connection): boolean => client_secret !== "" && seal_key !== "";

/** A stored secret; empty where the operator's key is gone that encrypted it. */
function opened(realm: Realm, what: string, text: string): string {
  try {
    return openText(realm, what, text);
  } catch (error) {
    if (error instanceof ApiError) return "";
    throw error;
  }
}

export function accessConnection(realm: Realm, id: number): Connection {
  const connection = listConnections(realm).find((other) => other.id === id);
  if (connection === undefined) throw notFound("Login connection not found.");
  return connection;
}

/** The provider's part of the addresses of logins. No provider of the operator has an id with this sign. */
export const providerId = ({ id }: Pick<Connection, "id">): string => `sso_${id}`;

/** A connection as a provider like those of the operator. */
export const providerOf = (connection: Connection): LoginProvider => ({
  id: providerId(connection),
  name: connection.name,
  icon: iconOf(connection.issuer),
  method: null,
  protocol: "openid",
  issuer: connection.issuer,
  clientId: connection.client_id,
  clientSecret: connection.client_secret,
  sealKey: connection.seal_key,
  scope: connection.scope,
  signsUp: connection.sign_up,
  vouches: connection.trust_email,
  vouchedDomains: connection.domains,
  asksSecondFactor: connection.second_factor,
  organizations: null,
});

const entityOf = ({ id, name }: Pick<Connection, "id" | "name">) => ({ type: "login_connection", id, name }) as const;

/** Refuses settings that do not go together, or not with other connections. */
export function checkSettings(realm: Realm, wanted: ConnectionSettings, own?: number): void {
  const { issuer, domains, trust_email } = wanted;
  const others = listConnections(realm).filter(({ id }) => id !== own);
  if (own === undefined && others.length >= limits.organization.login_connections) {
    throw badRequest(`An organization can have ${limits.organization.login_connections} login connections.`);
  }
  const ownId = own === undefined ? undefined : providerId({ id: own });
  const same = allProviders(realm).find((provider) => provider.issuer === issuer && provider.id !== ownId);
  if (same !== undefined) throw badRequest(`${same.name} has this issuer already.`);
  if (trust_email && domains.length === 0) throw badRequest("Name the domains whose email addresses you trust.");
  const taken = domains.find((domain) => others.some((other) => other.domains.includes(domain)));
  if (taken !== undefined) throw badRequest(`Another login connection has the domain ${taken}.`);
}

/** Adds a connection, whose issuer has been found to be one. */
export function addConnection(realm: Realm, settings: ConnectionSettings, client_secret: string): Connection {
  checkSettings(realm, settings);
  const row = {
    created_at: realm.seconds(),
    client_secret: sealText(realm, SECRET_NAME, client_secret),
    seal_key: sealText(realm, KEY_NAME, randomToken(realm.random, SEAL_KEY_LENGTH)),
    settings: JSON.stringify(v.parse(settingsSchema, settings)),
  };
  const { id } = insertConnection.one(realm.sql, row);
  const { name, issuer, client_id } = settings;
  audit(realm, "sso.connection_created", { of: entityOf({ id, name }), details: { issuer, client_id } });
  return accessConnection(realm, id);
}

/** Changes a connection; settings that are not named stay as they are. */
export function changeConnection(
  realm: Realm,
  before: Connection,
  { client_secret = before.client_secret, ...wanted }: Partial<ConnectionSettings & { client_secret: string }>,
): void {
  if (!isUsable(before)) throw badRequest("The secrets of this connection can't be read. Remove it, and add it again.");
  const [old, after] = [v.parse(settingsSchema, before), v.parse(settingsSchema, { ...before, ...wanted })];
  checkSettings(realm, after, before.id);
  const changed = changesBetween(old, after);
  const details = { ...changed, ...(client_secret !== before.client_secret && { client_secret: "changed" }) };
  if (Object.keys(details).length === 0) return;
  const sealed = sealText(realm, SECRET_NAME, client_secret);
  writeConnection.run(realm.sql, { id: before.id, client_secret: sealed, settings: JSON.stringify(after) });
  audit(realm, "sso.connection_changed", { of: entityOf(before), details });
}

const changesBetween = (before: ConnectionSettings, after: ConnectionSettings) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      const old = Object.entries(before).find(([other]) => other === name)?.[1] ?? null;
      return JSON.stringify(old) === JSON.stringify(value) ? [] : [[name, { before: old, after: value }]];
    }),
  );

/** Removes a connection, if an owner can surely log in without it. Accounts stay linked, should it come back. */
export function removeConnection(realm: Realm, connection: Connection): void {
  deleteConnection.run(realm.sql, { id: connection.id });
  checkOwnersLeft(realm);
  audit(realm, "sso.connection_deleted", { of: entityOf(connection), details: { issuer: connection.issuer } });
}
