import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { json } from "../../../api/parameter.ts";
import { type NoParams, statement } from "../../../database/statement.ts";
import { stored } from "../../../database/stored.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { badRequest, networkNotAllowed } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { BotType, Role, roleSchema } from "../../../protocol/roles.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { accountEntity, auditIfRefused, auditOrganization } from "../../trust/audit-log/audit.ts";
import { addressBits, type Network, readNetwork } from "./network.ts";

export const schema = [
  `-- Networks that users can log in from. A role without any can log in from anywhere.
   CREATE TABLE allowed_networks (
     position INTEGER PRIMARY KEY,
     network TEXT NOT NULL,
     label TEXT NOT NULL,
     -- JSON: the roles it applies to, or null for all.
     roles TEXT
   ) STRICT;`,
];

interface NetworkRow {
  network: string;
  label: string;
  roles: string | null;
}

const allNetworks = statement<NoParams, NetworkRow>(
  "SELECT network, label, roles FROM allowed_networks ORDER BY position",
);
const insertNetwork = statement<{ position: number; network: string; label: string; roles: string | null }>(
  "INSERT INTO allowed_networks (position, network, label, roles) VALUES (:position, :network, :label, :roles)",
);
const deleteNetworks = statement("DELETE FROM allowed_networks");

/** A network that users with certain roles can log in from, or all users if `roles` is null. */
type AllowedNetwork = v.InferOutput<typeof networkSchema>;

/** A network with unreadable roles applies to no one, so it can't lock anyone out. */
const readRoles = stored("allowed_networks.roles", v.nullable(v.array(roleSchema)), () => []);

/** The parsed networks, cached because every request checks them. */
const networksKey = cacheKey<readonly (AllowedNetwork & Pick<Network, "bits">)[]>("allowed networks");

const listNetworks = (realm: Realm): AllowedNetwork[] =>
  loadNetworks(realm).map(({ network, label, roles }) => ({ network, label, roles }));

const loadNetworks = (realm: Realm) =>
  realm.cached(networksKey, () =>
    allNetworks.all(realm.sql, {}).flatMap(({ network, label, roles }) => {
      const bits = readNetwork(network)?.bits;
      return bits === undefined
        ? []
        : [{ network, label, bits, roles: roles === null ? null : readRoles(roles, network) }];
    }),
  );

/** True if a list admits a user from an address. Users whose role has no network in the list are always admitted. */
function admits(
  list: readonly (Pick<AllowedNetwork, "roles"> & Pick<Network, "bits">)[],
  { role, bot_type }: Pick<Actor, "role" | "bot_type">,
  ip: string | undefined,
): boolean {
  // Other services call incoming webhooks from their own networks, and a webhook's bot can only send messages.
  if (list.length === 0 || bot_type === BotType.incomingWebhook) return true;
  const own = list.filter(({ roles }) => roles === null || roles.includes(role));
  const bits = ip === undefined ? undefined : addressBits(ip);
  return own.length === 0 || own.some((network) => bits?.startsWith(network.bits) === true);
}

/** Throws if the actor's role isn't allowed to use the server from this address. */
export function checkNetwork(realm: Realm, actor: Pick<Actor, "role" | "bot_type">, ip: string | undefined): void {
  if (!admits(loadNetworks(realm), actor, ip)) throw networkNotAllowed();
}

/** Throws if the user isn't allowed to log in from the request's network. */
export function checkLogin(realm: Realm, person: UserId, { ip }: RequestFacts): void {
  const user = accessUser(realm, null, person);
  if (admits(loadNetworks(realm), user, ip)) return;
  auditIfRefused(realm, "login.failed", { of: accountEntity(user), by: user, details: { reason: "network" } });
  throw networkNotAllowed();
}

/**
 * Sets the networks users can log in from. Users whom the new list doesn't admit are rejected immediately, including
 * their polls and streams. Throws if the list would reject the owner who sets it.
 */
function setNetworks(
  realm: Realm,
  actor: Actor,
  wanted: readonly AllowedNetwork[],
  { ip }: RequestFacts,
): AllowedNetwork[] {
  const list = wanted.map(({ network, label, roles }) => {
    const read = readNetwork(network);
    if (read === undefined) throw badRequest(`Invalid network: ${network}`);
    return { network: read.text, bits: read.bits, label, roles };
  });
  if (!admits(list, actor, ip)) {
    if (ip === undefined) throw badRequest("This server doesn't know the network addresses of its callers.");
    throw badRequest(`Your own network address, ${ip}, is not in this list.`);
  }
  const before = loadNetworks(realm).map(formatNetwork);
  const after = list.map(formatNetwork);
  const [added, removed] = [difference(after, before), difference(before, after)];
  if (added.length + removed.length > 0) {
    const details = { name: "allowed_networks", added, removed, count: after.length };
    auditOrganization(realm, "organization.setting_changed", details);
  }
  replaceNetworks(realm, list);
  return listNetworks(realm);
}

/**
 * Lets users log in from anywhere again. Operators use it when no one can log in anymore. Returns the number of
 * networks removed.
 */
export function allowAnyNetwork(realm: Realm): number {
  const removed = loadNetworks(realm).map(formatNetwork);
  if (removed.length === 0) return 0;
  auditOrganization(realm, "organization.setting_changed", { name: "allowed_networks", added: [], removed, count: 0 });
  replaceNetworks(realm, []);
  return removed.length;
}

function replaceNetworks(realm: Realm, list: readonly AllowedNetwork[]): void {
  deleteNetworks.run(realm.sql, {});
  for (const [position, { network, label, roles }] of list.entries())
    insertNetwork.run(realm.sql, { position, network, label, roles: roles && JSON.stringify(roles) });
  realm.forget(networksKey);
  realm.loginsEnded();
}

const formatNetwork = ({ network, roles }: AllowedNetwork): string =>
  roles === null ? network : `${network} for roles ${[...roles].sort((a, b) => a - b).join(", ")}`;

const difference = (some: readonly string[], others: readonly string[]) =>
  some.filter((text) => !others.includes(text));

const rolesSchema = v.nullable(v.pipe(v.array(roleSchema), v.minLength(1), v.maxLength(Object.keys(Role).length)));
const networkSchema = v.object({ network: boundedText("word"), label: boundedText("word"), roles: rolesSchema });
const reply = { networks: v.array(networkSchema) };

/** Returns the networks users can log in from, and the caller's own address. Not part of Zulip's API. */
export const getNetworksEndpoint = action({
  route: "GET /realm/allowed_networks",
  by: "owner",
  reply: { ...reply, own_address: v.nullable(v.string()) },
  run: ({ realm, request }) => ({ networks: listNetworks(realm), own_address: request.ip ?? null }),
});

/** Sets the networks users can log in from; an empty list allows all. Not part of Zulip's API. */
export const setNetworksEndpoint = action({
  route: "PATCH /realm/allowed_networks",
  by: "owner",
  params: { networks: json(boundedList(networkSchema, "networks")) },
  reply,
  run({ realm, actor, params, request }) {
    checkRecentLogin(realm, actor);
    return { networks: setNetworks(realm, actor, params.networks, request) };
  },
});
