import { type Client, useClient } from "../../../../client/client.ts";
import { loginServices } from "../../../../client/session/log-in-again.ts";
import { demandFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";
import type { Setting } from "../../rows/setting-row.tsx";

/** A login service connected by an owner, as returned by the API. */
export interface LoginConnection {
  readonly id: number;
  /** The service's name in login URLs. */
  readonly provider: string;
  readonly name: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly domains: readonly string[];
  readonly trust_email: boolean;
  readonly sign_up: boolean;
  readonly second_factor: boolean;
  readonly scope: string;
  /** The claim whose values set roles; empty if logins set none. */
  readonly role_claim: string;
  readonly role_rules: readonly RoleRule[];
  readonly role_otherwise: (typeof OTHERWISE)[number];
  readonly group_claim: string;
  readonly group_rules: readonly GroupRule[];
  readonly service_logout: boolean;
  readonly enabled: boolean;
  /** True if the service is the only way to log in. */
  readonly only: boolean;
  readonly redirect_uri: string;
  readonly backchannel_logout_uri: string;
  readonly post_logout_redirect_uri: string;
}

export const ROLES = ["administrator", "moderator", "member", "guest"] as const;
export const OTHERWISE = ["member", "guest", "unchanged"] as const;

export interface RoleRule {
  readonly value: string;
  readonly role: (typeof ROLES)[number];
}
export interface GroupRule {
  readonly value: string;
  readonly group_id: number;
}

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
  /** Why no one could log in with the service. */
  readonly error?: string;
}

export const checkedNow = (error?: string): Check => ({
  at: Math.floor(Date.now() / 1000),
  ...(error !== undefined && { error }),
});

/** True if the server checks that the service responds before making a change. */
export const asksService = (changed: Partial<LoginConnection>): boolean =>
  changed.only === true || ["issuer", "client_id", "scope"].some((name) => name in changed);

type Changed = Partial<LoginConnection & { readonly client_secret: string }>;

/** Changes a connection, which requires a recent login. Rejects if the user doesn't log in. */
export const changeConnection = (client: Client, id: number, fields: Changed): Promise<unknown> =>
  demandFreshLogin(client, () => client.api.patch(`${PATH}/${id}`, fields));

type SettingName = Exclude<keyof LoginConnection, "id" | "provider" | `${string}_uri`>;

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
