import { redirectUri } from "./begin-login.ts";
import { postLogoutUri } from "./log-out-at-service.ts";

/** Returns an organization's addresses that have to be registered at a provider. */
export const addressesOf = (provider: string, origin: string) => ({
  redirect_uri: redirectUri(origin, provider),
  backchannel_logout_uri: `${origin}/api/v1/external_login/${provider}/logout`,
  post_logout_redirect_uri: postLogoutUri(origin),
});
