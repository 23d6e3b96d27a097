import type { Config } from "../../../../config/config.ts";

/** The server of Apple, which takes the permission to notify away from who sends pushes that show nothing. */
const APPLE = "push.apple.com";

/**
 * Whether pushes may be sent to a URL: it belongs to a push service that the deployment knows, so that no account can
 * have the server call any other address.
 */
export function isPushEndpoint({ webPushHosts }: Config, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username !== "" || password !== "") return false;
  if (webPushHosts.includes(origin)) return true;
  return protocol === "https:" && port === "" && webPushHosts.some((host) => covers(host, hostname));
}

/** Whether a push to a URL may close notifications without showing one. */
export const mayBeSilent = (endpoint: string): boolean => !covers(`*.${APPLE}`, new URL(endpoint).hostname);

const covers = (host: string, name: string) => (host.startsWith("*.") ? name.endsWith(host.slice(1)) : host === name);
