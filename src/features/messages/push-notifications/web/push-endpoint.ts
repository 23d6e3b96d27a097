import type { Config } from "../../../../config/config.ts";
import { matchesHost } from "../../../../util/host-pattern.ts";

/** Apple's push server. It revokes the notification permission if pushes show nothing. */
const APPLE = "push.apple.com";

/**
 * True if a URL belongs to a push service known to the deployment. Otherwise any account could make the server call
 * arbitrary addresses.
 */
export function isPushEndpoint({ webPushHosts }: Config, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username !== "" || password !== "") return false;
  if (webPushHosts.includes(origin)) return true;
  return protocol === "https:" && port === "" && webPushHosts.some((host) => matchesHost(host, hostname));
}

/** True if a URL is of Apple's push service, whose browsers show declared notifications without the service worker. */
export const isOfApple = (endpoint: string): boolean => matchesHost(`*.${APPLE}`, new URL(endpoint).hostname);

/** True if a push to a URL can close notifications without showing one. */
export const mayBeSilent = (endpoint: string): boolean => !isOfApple(endpoint);
