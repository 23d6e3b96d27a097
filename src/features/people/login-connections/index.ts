import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { loginProvidersHook } from "../../organization/realm/public.ts";
import { providerOf, usableConnections } from "./connections.ts";
import {
  addConnectionEndpoint,
  changeConnectionEndpoint,
  deleteConnectionEndpoint,
  getConnectionsEndpoint,
} from "./own-connections.ts";
import { schema } from "./rows.ts";

/** Services for OpenID Connect that owners name, by which people of their organization log in. */
export const loginConnections = feature({
  name: "login-connections",
  schema,
  archive: { leftOut: { login_connections: "of this server: the services lead back to its address alone" } },
  endpoints: [getConnectionsEndpoint, addConnectionEndpoint, changeConnectionEndpoint, deleteConnectionEndpoint],
  handlers: [on(loginProvidersHook, (realm) => usableConnections(realm).map(providerOf))],
});
