import { isWebAddress } from "../protocol/web-address.ts";
import type { Env } from "./env.ts";
import { defaultOf } from "./settings.ts";

/** A server-to-server OAuth app of Zoom, which makes meetings for the people of one Zoom account. */
export interface Zoom {
  readonly accountId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The addresses of Zoom that give tokens, and of its API. */
  readonly oauthUrl: string;
  readonly apiUrl: string;
}

/** The app that is configured; null where something is missing. */
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
