import { isWebAddress } from "../protocol/web-address.ts";
import type { Env } from "./env.ts";
import { defaultOf } from "./settings.ts";

/** A Zoom server-to-server OAuth app, which creates meetings for the users of one Zoom account. */
export interface Zoom {
  readonly accountId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly oauthUrl: string;
  readonly apiUrl: string;
}

/** Returns the configured app, or null if a setting is missing. */
export function readZoom(env: Env): Zoom | null {
  const { ZOOM_ACCOUNT_ID: accountId, ZOOM_CLIENT_ID: clientId, ZOOM_CLIENT_SECRET: clientSecret } = env;
  if (!accountId || !clientId || !clientSecret) return null;
  return {
    ...{ accountId, clientId, clientSecret },
    oauthUrl: originOf(env.ZOOM_OAUTH_URL, defaultOf("ZOOM_OAUTH_URL")),
    apiUrl: originOf(env.ZOOM_API_URL, defaultOf("ZOOM_API_URL")),
  };
}

const originOf = (url: string | undefined, fallback: string): string =>
  url && isWebAddress(url) ? new URL(url).origin : fallback;
