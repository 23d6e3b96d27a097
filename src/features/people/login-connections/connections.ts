import * as v from "valibot";
import type { LoginProvider } from "../../../config/login-providers.ts";
import { stored } from "../../../database/stored.ts";
import { badField, badRequest, notFound } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { readableText, sealText } from "../../../realm/sealed-text.ts";
import { randomToken } from "../../../util/random.ts";
import { seconds } from "../../../util/time.ts";
import { accessGroup } from "../../organization/groups/access.ts";
import { allProviders, checkOwnersLeft, isProviderOn, tellMethods } from "../../organization/realm/sign-in.ts";
import { listActiveOwners } from "../../organization/users/users.ts";
import { audit, organizationEntity } from "../../trust/audit-log/audit.ts";
import { hasUsed } from "../external-logins/external-logins.ts";
import { groupRules, otherwise, roleRules } from "./connection-params.ts";
import { isGrantable } from "./grant.ts";
import { iconOf } from "./icon-of.ts";
import {
  allConnections,
  type ConnectionRow,
  deleteConnection,
  insertConnection,
  setOrder,
  writeConnection,
} from "./rows.ts";

const settingsSchema = v.object({
  name: v.string(),
  issuer: v.string(),
  client_id: v.string(),
  domains: v.fallback(v.array(v.string()), []),
  trust_email: v.fallback(v.boolean(), false),
  sign_up: v.fallback(v.boolean(), true),
  second_factor: v.fallback(v.boolean(), false),
  scope: v.fallback(v.string(), "openid email profile"),
  role_claim: v.fallback(v.string(), ""),
  role_rules: v.fallback(roleRules, []),
  role_otherwise: v.fallback(v.picklist(otherwise), "member"),
  group_claim: v.fallback(v.string(), ""),
  group_rules: v.fallback(groupRules, []),
  /** Whether who logs out here is led on to log out there. Services have to know the address that they lead back to. */
  service_logout: v.fallback(v.boolean(), false),
  /** Whether people can log in by it. */
  enabled: v.fallback(v.boolean(), true),
  /** Whether people log in by it alone. */
  only: v.fallback(v.boolean(), false),
  /** Since when the service is asked as it is now. */
  asked_since: v.optional(v.number()),
});
type ConnectionSettings = v.InferOutput<typeof settingsSchema>;

/** A connection as it is kept, with its secrets. */
export interface LoginConnection extends ConnectionSettings, Omit<ConnectionRow, "settings"> {}

const readSettings = stored("login_connections.settings", v.nullable(settingsSchema), () => null);

const SEAL_KEY_LENGTH = 43;
const [SECRET_NAME, KEY_NAME] = ["login connection's secret", "login connection's cookies"];

export const listConnections = (realm: Realm): LoginConnection[] =>
  allConnections.all(realm.sql, {}).flatMap(({ settings: text, ...row }) => {
    const settings = readSettings(text, row.id);
    const client_secret = opened(realm, SECRET_NAME, row.client_secret);
    const seal_key = opened(realm, KEY_NAME, row.seal_key);
    return settings === null ? [] : [{ ...row, ...settings, client_secret, seal_key }];
  });

/** The connections by which people can log in: all but those whose secrets cannot be read, which owners remove and add anew. */
export const usableConnections = (realm: Realm): LoginConnection[] => listConnections(realm).filter(isUsable);

const isUsable = ({ client_secret, seal_key }: LoginConnection): boolean => client_secret !== "" && seal_key !== "";

/** A stored secret; empty where the operator's key is gone that encrypted it. */
const opened = (realm: Realm, what: string, text: string): string => readableText(realm, what, text) ?? "";

export function accessConnection(realm: Realm, id: number): LoginConnection {
  const connection = listConnections(realm).find((other) => other.id === id);
  if (connection === undefined) throw notFound("Login connection not found.");
  return connection;
}

/** The provider's part of the addresses of logins. No provider of the operator has an id with this sign. */
export const providerId = ({ id }: Pick<LoginConnection, "id">): string => `sso_${id}`;

/** A connection as a provider like those of the operator. */
export const providerOf = (connection: LoginConnection): LoginProvider => ({
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
  isOff: !connection.enabled,
  isOnly: connection.only,
  claimRules: connection,
  endsSession: connection.service_logout,
  connection: connection.id,
  organizations: null,
});

/** The connections that a domain leads to, as providers by which people can log in: one at most. */
export const providersForDomain = (realm: Realm, domain: string): LoginProvider[] =>
  usableConnections(realm)
    .filter(({ domains }) => domains.includes(domain))
    .map(providerOf)
    .filter((provider) => isProviderOn(realm, provider));

const entityOf = ({ id, name }: Pick<LoginConnection, "id" | "name">) =>
  ({ type: "login_connection", id, name }) as const;

/** Refuses settings that do not go together, or not with other connections. */
export function checkSettings(realm: Realm, wanted: ConnectionSettings, own?: number): void {
  const { issuer, domains, trust_email } = wanted;
  const others = listConnections(realm).filter(({ id }) => id !== own);
  if (own === undefined && others.length >= limits.organization.login_connections) {
    throw badRequest(`An organization can have ${limits.organization.login_connections} login connections.`);
  }
  const ownId = own === undefined ? undefined : providerId({ id: own });
  const { href } = new URL(issuer);
  const same = allProviders(realm).find((provider) => new URL(provider.issuer).href === href && provider.id !== ownId);
  // The operator can have named the issuer of a connection later, which then can still be changed otherwise.
  const isKept = listConnections(realm).some((connection) => connection.id === own && connection.issuer === issuer);
  if (same !== undefined && !isKept) throw badField("issuer", `${same.name} has this issuer already.`);
  if (trust_email && domains.length === 0) throw badRequest("Name the domains whose email addresses you trust.");
  checkRules(realm, wanted, own);
  const taken = domains.find((domain) => others.some((other) => other.domains.includes(domain)));
  if (taken !== undefined) throw badRequest(`Another login connection has the domain ${taken}.`);
}

/** Refuses rules that look at no claim, or that are about groups whose members people or a directory choose. */
function checkRules(
  realm: Realm,
  { role_claim, role_rules, group_claim, group_rules }: ConnectionSettings,
  own: number | undefined,
): void {
  if ((role_rules.length > 0 && role_claim === "") || (group_rules.length > 0 && group_claim === "")) {
    throw badRequest("Name the claim that the rules are about.");
  }
  // A group that cannot be given any more does not keep the connection from being changed otherwise.
  const before = listConnections(realm).find(({ id }) => id === own)?.group_rules ?? [];
  for (const { group_id } of group_rules) {
    if (before.some((rule) => rule.group_id === group_id)) continue;
    if (!isGrantable(realm, accessGroup(realm, group_id))) throw badRequest("A login can't give this user group.");
  }
}

/** Adds a connection, whose issuer has been found to be one. */
export function addConnection(realm: Realm, settings: ConnectionSettings, client_secret: string): LoginConnection {
  checkSettings(realm, settings);
  const row = {
    created_at: realm.seconds(),
    client_secret: sealText(realm, SECRET_NAME, client_secret),
    seal_key: sealText(realm, KEY_NAME, randomToken(realm.random, SEAL_KEY_LENGTH)),
    settings: JSON.stringify({ ...v.parse(settingsSchema, settings), asked_since: realm.seconds() }),
  };
  const { id } = insertConnection.one(realm.sql, row);
  const { name, issuer, client_id } = settings;
  audit(realm, "sso.connection_created", { of: entityOf({ id, name }), details: { issuer, client_id } });
  return accessConnection(realm, id);
}

/** Changes a connection; settings that are not named stay as they are. */
export function changeConnection(
  realm: Realm,
  before: LoginConnection,
  { client_secret = before.client_secret, ...wanted }: Partial<ConnectionSettings & { client_secret: string }>,
): void {
  if (!isUsable(before)) throw badRequest("The secrets of this connection can't be read. Remove it, and add it again.");
  const [old, after] = [v.parse(settingsSchema, before), v.parse(settingsSchema, { ...before, ...wanted })];
  checkSettings(realm, after, before.id);
  const changed = changesBetween(old, after);
  const details = { ...changed, ...(client_secret !== before.client_secret && { client_secret: "changed" }) };
  if (Object.keys(details).length === 0) return;
  const isAnew = isAskedAnew(Object.keys(details));
  if ((isAnew || !after.enabled) && before.only) throw badRequest("Let people log in by other ways first.");
  if (after.only && !after.enabled) throw badRequest("A connection that is switched off can't be the only login.");
  if (after.only && (isAnew || !before.only)) checkOnly(realm, before, isAnew);
  const asked_since = isAnew ? realm.seconds() : before.asked_since;
  const settings = JSON.stringify({ ...after, asked_since });
  const sealed = sealText(realm, SECRET_NAME, client_secret);
  writeConnection.run(realm.sql, { id: before.id, client_secret: sealed, settings });
  audit(realm, "sso.connection_changed", { of: entityOf(before), details });
  if (before.enabled && !after.enabled) checkOwnersLeft(realm);
  if (after.only !== before.only) tellMethods(realm);
}

/** Whether a change of these settings asks the service in another way. */
export const isAskedAnew = (names: readonly string[]): boolean =>
  names.some((name) => ["issuer", "client_id", "client_secret", "scope"].includes(name));

/** Refuses to make a connection the only login by which no owner has come in, as it is now. */
function checkOnly(
  realm: Realm,
  { id, issuer, created_at, asked_since = created_at }: LoginConnection,
  isAnew: boolean,
): void {
  const other = listConnections(realm).find((connection) => connection.only && connection.id !== id);
  if (other !== undefined) throw badRequest(`${other.name} is the only login already.`);
  const since = seconds(asked_since);
  if (isAnew || !listActiveOwners(realm).some((owner) => hasUsed(realm, owner.id, issuer, since))) {
    throw badRequest("An owner must have logged in by this connection first.");
  }
}

/** Lets people log in by all ways again, for owners who cannot. Returns the number of connections that were the only login. */
export function allowAnyLogin(realm: Realm): number {
  const only = usableConnections(realm).filter((connection) => connection.only);
  for (const connection of only) changeConnection(realm, connection, { only: false });
  return only.length;
}

const changesBetween = (before: ConnectionSettings, after: ConnectionSettings) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      if (name === "asked_since") return [];
      const old = Object.entries(before).find(([other]) => other === name)?.[1] ?? null;
      return JSON.stringify(old) === JSON.stringify(value) ? [] : [[name, { before: old, after: value }]];
    }),
  );

/** Puts the connections in the order in which the login page has them. */
export function orderConnections(realm: Realm, order: readonly number[]): void {
  const before = listConnections(realm).map(({ id }) => id);
  const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b).join();
  if (sorted(order) !== sorted(before)) throw badRequest("Invalid order: it must name each login connection once.");
  if (order.join() === before.join()) return;
  setOrder.run(realm.sql, { ids: JSON.stringify(order) });
  const details = { order: { before, after: [...order] } };
  audit(realm, "sso.connection_changed", { of: organizationEntity(realm), details });
}

/** Removes a connection, if an owner can surely log in without it. Accounts stay linked, should it come back. */
export function removeConnection(realm: Realm, connection: LoginConnection): void {
  if (connection.only && isUsable(connection)) throw badRequest("Let people log in by other ways first.");
  deleteConnection.run(realm.sql, { id: connection.id });
  checkOwnersLeft(realm);
  audit(realm, "sso.connection_deleted", { of: entityOf(connection), details: { issuer: connection.issuer } });
}
