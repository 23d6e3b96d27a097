import type { WireLoginConnection } from "../../../../../wire-types.ts";
import { type Client, useClient } from "../../../../client/client.ts";
import { loginServices } from "../../../../client/session/log-in-again.ts";
import { serverNow } from "../../../../model/server-time.ts";
import { demandFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";
import type { Setting } from "../../rows/setting-row.tsx";

/** A login service connected by an owner, as returned by the API. */
export type LoginConnection = WireLoginConnection;

export const ROLES = ["administrator", "moderator", "member", "guest"] as const;
export const OTHERWISE = ["member", "guest", "unchanged"] as const;

export type RoleRule = LoginConnection["role_rules"][number];
export type GroupRule = LoginConnection["group_rules"][number];

export const PATH = "/realm/login_connections";
export const MAX_CONNECTIONS = 5;
export const MAX_RULES = 100;
export const SECTION = "organization/login-services";

export interface ListedConnection extends LoginConnection {
  readonly icon: string;
}

const ICON = "/static/login/openid.svg";

export async function loadConnections(client: Client): Promise<readonly ListedConnection[]> {
  const [{ login_connections }, methods] = await Promise.all([
    client.api.get<{ login_connections: LoginConnection[] }>(PATH),
    loginServices(client),
  ]);
  return login_connections.map((one) => {
    const method = methods.find(({ name }) => name === one.provider);
    return { ...one, icon: method?.display_icon ?? ICON };
  });
}

export const hostOf = ({ issuer }: LoginConnection): string => URL.parse(issuer)?.host ?? issuer;

/** The result of the server's last check whether a service responds. */
export interface Check {
  /** Seconds since 1970. */
  readonly at: number;
  /** Why no one could log in with the service. Undefined if the service responded. */
  readonly error?: string;
}

export const checkedNow = (error?: string): Check => ({
  at: Math.floor(serverNow()),
  ...(error !== undefined && { error }),
});

/** True if the server checks that the service responds before making a change. */
export const asksService = (changed: Partial<LoginConnection>): boolean =>
  changed.only === true || ["issuer", "client_id", "scope"].some((name) => name in changed);

type ConnectionChanges = Partial<LoginConnection & { readonly client_secret: string }>;

/** Changes a connection, which requires a recent login. Rejects if the user doesn't log in. */
export const changeConnection = (client: Client, id: number, fields: ConnectionChanges): Promise<unknown> =>
  demandFreshLogin(client, () => client.api.patch(`${PATH}/${id}`, fields));

type SettingName = Exclude<keyof LoginConnection, "id" | "provider" | "created_at" | `${string}_uri`>;

/** A connection's settings, each saved separately. `onSaved` is called with the changes. */
export function useConnectionSettings(
  connection: LoginConnection,
  onSaved: (changed: Partial<LoginConnection>) => void,
) {
  const client = useClient();
  return <Name extends SettingName>(name: Name): Setting<LoginConnection[Name]> => ({
    value: connection[name],
    save: async (value) => {
      const changed: Partial<LoginConnection> = { [name]: value };
      await changeConnection(client, connection.id, changed);
      onSaved(changed);
    },
  });
}
