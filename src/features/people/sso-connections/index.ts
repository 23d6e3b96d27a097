import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { loginProvidersHook } from "../../organization/organization-settings/hooks.ts";
import { auditedAsService } from "../../trust/audit-log/audit.ts";
import { grantedHook } from "../sso-login/sso-login.ts";
import { providerId, providerOf, usableConnections } from "./connections.ts";
import { applyGranted } from "./grant.ts";
import { ownConnectionEndpoints } from "./own-connections.ts";
import { schema } from "./rows.ts";

/** OpenID Connect services that owners configure for logins to their organization. */
export const loginConnections = feature({
  name: "login-connections",
  schema,
  archive: { leftOut: { login_connections: "of this server: the services lead back to its address alone" } },
  endpoints: ownConnectionEndpoints,
  handlers: [
    on(loginProvidersHook, (realm) => usableConnections(realm).map(providerOf)),
    on(grantedHook, (realm, provider, user, granted) => {
      const connection = usableConnections(realm).find((one) => providerId(one) === provider.id);
      if (connection === undefined) return;
      auditedAsService(realm, connection, () => applyGranted(realm, connection, user, granted));
    }),
  ],
});
