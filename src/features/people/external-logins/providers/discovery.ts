import * as oauth from "oauth4webapi";
import type { LoginProvider } from "../../../../config/login-providers.ts";
import { machineClock } from "../../../../util/clock.ts";
import { after, HOUR_MS, type Milliseconds } from "../../../../util/time.ts";
import { fetchFrom, isPlain } from "./provider-fetch.ts";

interface Known {
  readonly server: oauth.AuthorizationServer;
  readonly until: Milliseconds;
}

/** The providers' documents that the Worker has read; few providers are configured. */
const known = new Map<string, Known>();
const keys = new Map<string, oauth.JWKSCacheInput>();

/**
 * The addresses of a provider, from its discovery document, which is read again after an hour. Each request gets an object
 * of its own: the library lets those who ask for the keys of one wait together, and requests cannot wait for one another.
 */
export async function discover(provider: LoginProvider): Promise<oauth.AuthorizationServer> {
  if (provider.protocol === "github") return githubServer(provider);
  const { issuer } = provider;
  const now = machineClock.milliseconds();
  const before = known.get(issuer);
  if (before !== undefined && before.until > now) return { ...before.server };
  const url = new URL(issuer);
  const response = await oauth.discoveryRequest(url, {
    [oauth.customFetch]: fetchFrom(issuer),
    [oauth.allowInsecureRequests]: isPlain(issuer),
  });
  const server = await oauth.processDiscoveryResponse(url, response);
  known.set(issuer, { server, until: after(now, HOUR_MS) });
  return { ...server };
}

/** GitHub has no discovery document: its addresses are these, and those of a GitHub Enterprise Server alike. */
const githubServer = ({ issuer }: LoginProvider): oauth.AuthorizationServer => ({
  issuer,
  authorization_endpoint: `${issuer}/login/oauth/authorize`,
  token_endpoint: `${issuer}/login/oauth/access_token`,
});

/**
 * The cache in which the library keeps a provider's keys: for five minutes, or until a token names one that is not among
 * them.
 */
export function keysOf({ issuer }: LoginProvider): oauth.JWKSCacheInput {
  const kept = keys.get(issuer) ?? {};
  keys.set(issuer, kept);
  return kept;
}
