import * as v from "valibot";
import { stored } from "../../../../database/stored.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { boundedList, boundedText } from "../../../../protocol/bounded.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { hashKey } from "../../../../rpc/credentials.ts";
import { postChannelEvent } from "../../../channels/subscriptions/notices.ts";
import { addressBits, readNetwork } from "../../../people/ip-allowlist/network.ts";
import { audit } from "../../audit-log/audit.ts";
import type { ConnectionRow } from "./rows.ts";
import * as rows from "./rows.ts";
import { newPrivateChannels, noRules, type Rules, readRules, rulesSchema, rulesSetBy } from "./rules.ts";

const networkSchema = v.object({ network: boundedText("word"), label: boundedText("word") });

/** Networks that a directory can send requests from, in the API and as stored. An empty list allows all. */
export const networksSchema = boundedList(networkSchema, "networks");
type Networks = v.InferOutput<typeof networksSchema>;

/** An unreadable list allows no network. */
const readNetworks = stored("scim_connections.networks", networksSchema, () => [{ network: "", label: "" }]);

/** Returns the networks in canonical notation. Throws if one is invalid. */
const checkedNetworks = (wanted: Networks): Networks =>
  wanted.map(({ network, label }) => {
    const read = readNetwork(network);
    if (read === undefined) throw badRequest(`Invalid network: ${network}`);
    return { network: read.text, label };
  });

export function admitsAddress(networks: Networks, ip: string | undefined): boolean {
  if (networks.length === 0) return true;
  const bits = ip === undefined ? undefined : addressBits(ip);
  return networks.some(({ network }) => {
    const own = readNetwork(network)?.bits;
    return own !== undefined && bits?.startsWith(own) === true;
  });
}

const MAX_CHARACTERS = 60;

export const connectionName = v.pipe(
  boundedText("name"),
  v.trim(),
  v.check((name) => name !== "", "{} can't be empty"),
  v.check((name) => [...name].length <= MAX_CHARACTERS, `{} is too long (limit: ${MAX_CHARACTERS} characters)`),
);

export const kinds = ["okta", "entra", "other"] as const;

const MAX_CONNECTIONS = 3;
const MAX_TOKENS = 2;
const TOKEN_BYTES = 32;
/** Prefix that lets secret scanners recognize leaked tokens. */
const PREFIX = "parley_scim_";

export interface DirectoryConnection extends Omit<ConnectionRow, "rules" | "networks"> {
  readonly rules: Rules;
  readonly networks: Networks;
}

export const connectionOf = (row: ConnectionRow): DirectoryConnection => ({
  ...row,
  rules: readRules(row.rules, row.id),
  networks: readNetworks(row.networks, row.id),
});

const connectionEntity = ({ id, name }: Pick<DirectoryConnection, "id" | "name">) =>
  ({ type: "connection", id, name }) as const;

export function accessConnection(realm: Realm, id: number): DirectoryConnection {
  const row = rows.connectionById.first(realm.sql, { id });
  if (row === undefined) throw badRequest("No such connection");
  return connectionOf(row);
}

export const baseAddress = (realm: Realm) => `${realm.url}/scim/v2`;

export function listConnections(realm: Realm) {
  const tokens = rows.allTokens.all(realm.sql, {});
  return rows.allConnections.all(realm.sql, {}).map((row) => ({
    ...connectionOf(row),
    rules: v.parse(rulesSchema, readRules(row.rules, row.id)),
    tokens: tokens
      .filter(({ connection_id }) => connection_id === row.id)
      .map(({ id, created_at, last_used_at }) => ({ id, created_at, last_used_at })),
  }));
}

export function createConnection(
  realm: Realm,
  actor: Actor,
  { name, kind, rules: wanted, networks }: Pick<DirectoryConnection, "name" | "kind" | "rules" | "networks">,
): DirectoryConnection {
  if (rows.allConnections.all(realm.sql, {}).length >= MAX_CONNECTIONS)
    throw badRequest(`You can't have more than ${MAX_CONNECTIONS} connections.`);
  const rules = rulesSetBy(realm, actor, wanted, noRules);
  const [list, created_at] = [JSON.stringify(checkedNetworks(networks)), realm.seconds()];
  const fields = { name, kind, rules: JSON.stringify(rules), networks: list, created_at };
  const connection = connectionOf(rows.insertConnection.one(realm.sql, fields));
  const details = { kind, rules: fields.rules, networks: networkTexts(connection.networks) };
  audit(realm, "scim.connection_created", { of: connectionEntity(connection), details });
  tellChannels(realm, actor, rules, noRules);
  return connection;
}

export function changeConnection(
  realm: Realm,
  actor: Actor,
  { id, name, networks: before, rules: rulesBefore }: DirectoryConnection,
  wanted: Pick<DirectoryConnection, "name" | "rules" | "networks">,
): void {
  const set = rulesSetBy(realm, actor, wanted.rules, rulesBefore);
  const [rules, networks] = [JSON.stringify(set), checkedNetworks(wanted.networks)];
  rows.setConnection.run(realm.sql, { id, name: wanted.name, rules, networks: JSON.stringify(networks) });
  const details = {
    ...{ before: name, after: wanted.name, rules },
    ...{ networks_before: networkTexts(before), networks: networkTexts(networks) },
  };
  audit(realm, "scim.connection_changed", { of: connectionEntity({ id, name: wanted.name }), details });
  tellChannels(realm, actor, set, rulesBefore);
}

function tellChannels(realm: Realm, actor: Actor, rules: Rules, before: Rules): void {
  for (const channel of newPrivateChannels(realm, rules, before))
    postChannelEvent(realm, actor, channel, "had a directory add people to this channel.");
}

const networkTexts = (networks: Networks): string[] => networks.map(({ network }) => network);

/** Deletes a connection and its tokens. The caller releases the accounts and groups it manages. */
export function endConnection(realm: Realm, connection: DirectoryConnection): void {
  rows.deleteTokensOf.run(realm.sql, { connection: connection.id });
  rows.deleteConnection.run(realm.sql, { id: connection.id });
  audit(realm, "scim.connection_ended", { of: connectionEntity(connection) });
}

/** Creates a token. Only its hash is stored. */
export function makeToken(realm: Realm, connection: DirectoryConnection): { token_id: number; token: string } {
  const present = rows.allTokens.all(realm.sql, {}).filter(({ connection_id }) => connection_id === connection.id);
  if (present.length >= MAX_TOKENS) throw badRequest(`A connection can't have more than ${MAX_TOKENS} tokens.`);
  const token = PREFIX + Buffer.from(realm.random.bytes(TOKEN_BYTES)).toString("base64url");
  const fields = { connection: connection.id, hash: hashKey(token), created_at: realm.seconds() };
  const { id: token_id } = rows.insertToken.one(realm.sql, fields);
  audit(realm, "scim.token_made", { of: connectionEntity(connection), details: { token_id } });
  return { token_id, token };
}

export function endToken(realm: Realm, connection: DirectoryConnection, id: number): void {
  if (rows.deleteToken.first(realm.sql, { id, connection: connection.id }) === undefined)
    throw badRequest("No such token");
  audit(realm, "scim.token_ended", { of: connectionEntity(connection), details: { token_id: id } });
}
