import * as v from "valibot";
import type { LoginProvider } from "../../../config/login-providers.ts";
import { stored } from "../../../database/stored.ts";
import { badField, badRequest, notFound, raise } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { readableText, sealText } from "../../../realm/sealed-text.ts";
import { randomToken } from "../../../util/random.ts";
import { seconds } from "../../../util/time.ts";
import { listActiveOwners } from "../../organization/accounts/accounts.ts";
import {
  allProviders,
  checkOwnersLeft,
  isProviderOn,
  tellMethods,
} from "../../organization/organization-settings/login-methods.ts";
import { accessGroup } from "../../organization/user-groups/access.ts";
import { audit, auditOrganization } from "../../trust/audit-log/audit.ts";
import { hasUsed } from "../sso-login/sso-login.ts";
import { groupRules, roleRules } from "./connection-params.ts";
import { otherwise } from "./connection-schema.ts";
import { isGrantable } from "./grant.ts";
import type { ConnectionRow } from "./rows.ts";
import * as rows from "./rows.ts";

const HOSTS = [
  [/^accounts\.google\.com$/, "google"],
  [/^login\.microsoftonline\.com$/, "microsoft"],
  [/(^|\.)(okta|oktapreview|okta-emea)\.com$/, "okta"],
  [/^gitlab\.com$/, "gitlab"],
] as const;

function iconOf(issuer: string): LoginProvider["icon"] {
  const { hostname, pathname } = new URL(issuer);
  const known = HOSTS.find(([pattern]) => pattern.test(hostname))?.[1];
  return known ?? (pathname.includes("/realms/") ? "keycloak" : "openid");
}

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
  /** Whether logging out here also logs out of the service, where `post_logout_redirect_uri` must be registered. */
  service_logout: v.fallback(v.boolean(), false),
  enabled: v.fallback(v.boolean(), true),
  /** Whether the connection is the only way to log in. */
  only: v.fallback(v.boolean(), false),
  /** When the settings used to call the service last changed. */
  asked_since: v.optional(v.number()),
});
type ConnectionSettings = v.InferOutput<typeof settingsSchema>;

/** A connection as stored, with its secrets. */
export interface LoginConnection extends ConnectionSettings, Omit<ConnectionRow, "settings"> {}

const readSettings = stored("login_connections.settings", v.nullable(settingsSchema), () => null);

const SEAL_KEY_LENGTH = 43;
const [SECRET_NAME, KEY_NAME] = ["login connection's secret", "login connection's cookies"];

export const listConnections = (realm: Realm): LoginConnection[] =>
  rows.allConnections.all(realm.sql, {}).flatMap(({ settings: text, ...row }) => {
    const settings = readSettings(text, row.id);
    const client_secret = readSecret(realm, SECRET_NAME, row.client_secret);
    const seal_key = readSecret(realm, KEY_NAME, row.seal_key);
    return settings === null ? [] : [{ ...row, ...settings, client_secret, seal_key }];
  });

/**
 * Returns the connections users can log in through. Excludes those with unreadable secrets, which owners have to remove
 * and add again.
 */
export const usableConnections = (realm: Realm): LoginConnection[] => listConnections(realm).filter(isUsable);

const isUsable = ({ client_secret, seal_key }: LoginConnection): boolean => client_secret !== "" && seal_key !== "";

/** Returns a stored secret, or an empty string if the operator's key that encrypted it no longer exists. */
const readSecret = (realm: Realm, what: string, text: string): string => readableText(realm, what, text) ?? "";

export const accessConnection = (realm: Realm, id: number): LoginConnection =>
  listConnections(realm).find((other) => other.id === id) ?? raise(notFound("Login connection not found."));

/** Returns a connection's provider id in login URLs. No id of an operator's provider has this prefix. */
export const providerId = ({ id }: Pick<LoginConnection, "id">): string => `sso_${id}`;

/** Converts a connection to the form of the providers that the operator configures. */
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

/** Returns the connection for an email domain as a login provider, in a list of at most one. */
export const providersForDomain = (realm: Realm, domain: string): LoginProvider[] =>
  usableConnections(realm)
    .filter(({ domains }) => domains.includes(domain))
    .map(providerOf)
    .filter((provider) => isProviderOn(realm, provider));

const entityOf = ({ id, name }: Pick<LoginConnection, "id" | "name">) =>
  ({ type: "login_connection", id, name }) as const;

/** Throws if settings conflict with each other or with other connections. */
export function checkSettings(realm: Realm, wanted: ConnectionSettings, own?: number): void {
  const { issuer, domains, trust_email } = wanted;
  const others = listConnections(realm).filter(({ id }) => id !== own);
  if (own === undefined && others.length >= limits.organization.login_connections) {
    throw badRequest(`An organization can have ${limits.organization.login_connections} login connections.`);
  }
  const ownId = own === undefined ? undefined : providerId({ id: own });
  const { href } = new URL(issuer);
  const same = allProviders(realm).find((provider) => new URL(provider.issuer).href === href && provider.id !== ownId);
  // If the operator configures the same issuer later, the connection's other settings can still be changed.
  const isKept = listConnections(realm).some((connection) => connection.id === own && connection.issuer === issuer);
  if (same !== undefined && !isKept) throw badField("issuer", `${same.name} has this issuer already.`);
  if (trust_email && domains.length === 0) throw badRequest("Name the domains whose email addresses you trust.");
  checkRules(realm, wanted, own);
  const taken = domains.find((domain) => others.some((other) => other.domains.includes(domain)));
  if (taken !== undefined) throw badRequest(`Another login connection has the domain ${taken}.`);
}

/** Throws for rules without a claim, and for groups that a login can't grant. */
function checkRules(
  realm: Realm,
  { role_claim, role_rules, group_claim, group_rules }: ConnectionSettings,
  own: number | undefined,
): void {
  if ((role_rules.length > 0 && role_claim === "") || (group_rules.length > 0 && group_claim === "")) {
    throw badRequest("Name the claim that the rules are about.");
  }
  // A group that can no longer be granted must not prevent changes to the rest of the connection.
  const before = listConnections(realm).find(({ id }) => id === own)?.group_rules ?? [];
  for (const { group_id } of group_rules) {
    if (before.some((rule) => rule.group_id === group_id)) continue;
    if (!isGrantable(realm, accessGroup(realm, group_id))) throw badRequest("A login can't give this user group.");
  }
}

/** Adds a connection. The caller must have verified the issuer. */
export function addConnection(realm: Realm, settings: ConnectionSettings, client_secret: string): LoginConnection {
  checkSettings(realm, settings);
  const row = {
    created_at: realm.seconds(),
    client_secret: sealText(realm, SECRET_NAME, client_secret),
    seal_key: sealText(realm, KEY_NAME, randomToken(realm.random, SEAL_KEY_LENGTH)),
    settings: JSON.stringify({ ...v.parse(settingsSchema, settings), asked_since: realm.seconds() }),
  };
  const { id } = rows.insertConnection.one(realm.sql, row);
  const { name, issuer, client_id } = settings;
  audit(realm, "sso.connection_created", { of: entityOf({ id, name }), details: { issuer, client_id } });
  return accessConnection(realm, id);
}

/** Changes a connection. Settings that aren't given stay unchanged. */
export function changeConnection(
  realm: Realm,
  before: LoginConnection,
  { client_secret: given, ...wanted }: Partial<ConnectionSettings & { client_secret: string }>,
): void {
  if (!isUsable(before)) throw badRequest("The secrets of this connection can't be read. Remove it, and add it again.");
  const [old, after] = [v.parse(settingsSchema, before), v.parse(settingsSchema, { ...before, ...wanted })];
  checkSettings(realm, after, before.id);
  const client_secret = given ?? before.client_secret;
  const changed = changesBetween(old, after);
  const details = { ...changed, ...(client_secret !== before.client_secret && { client_secret: "changed" }) };
  if (Object.keys(details).length === 0) return;
  const isAnew = isAskedAnew(Object.keys(details));
  if ((isAnew || !after.enabled) && before.only) throw badRequest("Let people log in by other ways first.");
  if (after.only && !after.enabled) throw badRequest("A connection that is switched off can't be the only login.");
  if (after.only && (isAnew || !before.only)) checkOnly(realm, before, isAnew);
  // A new issuer would receive the client secret, which owners can't read here.
  if (given === undefined && after.issuer !== old.issuer)
    throw badField("client_secret", "Enter the client secret again to change the issuer.");
  const asked_since = isAnew ? realm.seconds() : before.asked_since;
  const settings = JSON.stringify({ ...after, asked_since });
  const sealed = sealText(realm, SECRET_NAME, client_secret);
  rows.writeConnection.run(realm.sql, { id: before.id, client_secret: sealed, settings });
  audit(realm, "sso.connection_changed", { of: entityOf(before), details });
  if (before.enabled && !after.enabled) checkOwnersLeft(realm);
  if (after.only !== before.only) tellMethods(realm);
}

/** True if changing these settings changes how the service is called. */
export const isAskedAnew = (names: readonly string[]): boolean =>
  names.some((name) => ["issuer", "client_id", "client_secret", "scope"].includes(name));

/**
 * Throws if another connection is the only login already, or if no owner has logged in through this one with its
 * current settings.
 */
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

/**
 * Allows all login methods again, for owners who can't log in. Returns the number of connections that were the only
 * login.
 */
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

export function orderConnections(realm: Realm, order: readonly number[]): void {
  const before = listConnections(realm).map(({ id }) => id);
  const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b).join();
  if (sorted(order) !== sorted(before)) throw badRequest("Invalid order: it must name each login connection once.");
  if (order.join() === before.join()) return;
  rows.setOrder.run(realm.sql, { ids: JSON.stringify(order) });
  auditOrganization(realm, "sso.connection_changed", { order: { before, after: [...order] } });
}

/** Removes a connection if an owner can certainly log in without it. Accounts stay linked in case it is added again. */
export function removeConnection(realm: Realm, connection: LoginConnection): void {
  if (connection.only && isUsable(connection)) throw badRequest("Let people log in by other ways first.");
  rows.deleteConnection.run(realm.sql, { id: connection.id });
  checkOwnersLeft(realm);
  audit(realm, "sso.connection_deleted", { of: entityOf(connection), details: { issuer: connection.issuer } });
}
