import * as v from "valibot";
import { shapedAction } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { allProviders } from "../../organization/organization-settings/login-methods.ts";
import type { ServiceSession } from "../sessions/service-login.ts";
import { discover } from "./providers/discovery.ts";
import { explained } from "./providers/identify.ts";
import { isSecure, toAskedProvider } from "./providers/provider-fetch.ts";
import { ExternalLoginRefused } from "./refused.ts";
import { issueLogoutTicket, takeLogoutTicket } from "./tickets.ts";

/**
 * Returns the path that logs a browser out of the service, too, or undefined if the provider isn't configured for that.
 */
export function logoutPath(realm: Realm, user: UserId, ended: ServiceSession): string | undefined {
  const provider = allProviders(realm).find(({ issuer }) => issuer === ended.issuer);
  if (provider === undefined || !provider.endsSession) return undefined;
  return `/accounts/logout/${provider.id}/?ticket=${issueLogoutTicket(realm, user, ended)}`;
}

/** Returns the URL a service redirects to after a logout, which must be registered there. */
export const postLogoutUri = (origin: string): string => `${origin}/login/`;

/** Returns a service's URL for logging a browser out of the service, given the ticket issued at the logout here. */
export const logOutAtServiceEndpoint = shapedAction({
  route: "POST /external_login/:provider/end_session",
  by: "anyone",
  internal: true,
  params: { provider: text("id"), ticket: text("id") },
  reply: { url: v.string() },
  run({ realm, params }) {
    const { issuer, id_token } = takeLogoutTicket(realm, params.ticket);
    const provider = allProviders(realm).find((other) => other.issuer === issuer && other.id === params.provider);
    if (provider === undefined) throw new ExternalLoginRefused("switched_off");
    return { provider, id_token };
  },
  async shape({ result: { provider, id_token }, request: { origin }, log, ...worker }) {
    const { end_session_endpoint: endpoint } = await explained(provider, log, () =>
      discover(toAskedProvider(provider, worker)),
    );
    if (endpoint === undefined) return { url: "/login/" };
    const url = URL.parse(endpoint);
    if (url === null || !isSecure(url, provider)) throw new ExternalLoginRefused("untrusted", "end_session_endpoint");
    const fields = {
      client_id: provider.clientId,
      post_logout_redirect_uri: postLogoutUri(origin),
      ...(id_token !== undefined && { id_token_hint: id_token }),
    };
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
    return { url: url.href };
  },
});
