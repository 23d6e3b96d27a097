import type { Client } from "../../../../client/client.ts";
import { directoryWords } from "../../../../words/settings/organization/login-services.ts";
import { demandFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";

export const ROLES = ["owner", "administrator", "moderator", "member", "guest"] as const;
export const ATTRIBUTES = [
  "title",
  "department",
  "manager",
  "phoneNumbers",
  "employeeNumber",
  "division",
  "organization",
  "costCenter",
] as const;

export interface RoleRule {
  /** The group's name in the directory. */
  readonly group: string;
  readonly role: (typeof ROLES)[number];
}
export interface ChannelRule {
  readonly group: string;
  readonly channels: readonly number[];
}

/** A directory's rules: what it can do, and what its groups give to their members. */
export interface Rules {
  readonly may_set_owner: boolean;
  readonly may_adopt_groups: boolean;
  /** Ids of the profile fields that show attributes. */
  readonly attributes: Readonly<Partial<Record<(typeof ATTRIBUTES)[number], number>>>;
  readonly group_roles: readonly RoleRule[];
  readonly group_channels: readonly ChannelRule[];
}

interface Network {
  readonly network: string;
  readonly label: string;
}

interface Token {
  readonly id: number;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

export interface DirectoryConnection {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly rules: Rules;
  /** Networks that the directory can connect from. Empty for all. */
  readonly networks: readonly Network[];
  readonly tokens: readonly Token[];
}
interface Connections {
  readonly connections: readonly DirectoryConnection[];
  /** The address that all directories connect to. */
  readonly address: string;
}

export const PATH = "/scim/connections";
export const SECTION = "organization/directory";
export const MAX_TOKENS = 2;
export const MAX_RULES = 100;
export const MAX_NETWORKS = 100;
export const KINDS = ["okta", "entra", "other"] as const;

const PRODUCTS: Readonly<Record<string, string>> = { okta: "Okta", entra: "Microsoft Entra" };
export const productOf = (kind: string): string => PRODUCTS[kind] ?? directoryWords().other;

/** Changes a connection, which requires a recent login. Rejects if the user doesn't log in. */
export const changeConnection = (
  client: Client,
  id: number,
  fields: Partial<Pick<DirectoryConnection, "name" | "rules" | "networks">>,
): Promise<unknown> => demandFreshLogin(client, () => client.api.patch(`${PATH}/${id}`, fields));

/** Returns a connection as it is on the server now. If it no longer exists, returns it unchanged. */
export async function reloadConnection(client: Client, known: DirectoryConnection): Promise<DirectoryConnection> {
  const { connections } = await loadConnections(client);
  return connections.find(({ id }) => id === known.id) ?? known;
}

export const loadConnections = (client: Client): Promise<Connections> => client.api.get<Connections>(PATH);
