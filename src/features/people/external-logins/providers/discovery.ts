import * as oauth from "oauth4webapi";
import { machineClock } from "../../../../util/clock.ts";
import { after, HOUR_MS, type Milliseconds } from "../../../../util/time.ts";
import { type AskedProvider, isPlain } from "./provider-fetch.ts";

interface Known {
  readonly server: oauth.AuthorizationServer;
  readonly until: Milliseconds;
}

/** The providers' documents and keys that the Worker has read last, by who has named the provider, and its issuer. */
const known = new Map<string, Known>();
const keys = new Map<string, oauth.JWKSCacheInput>();
const MOST_KNOWN = 200;

const nameOf = ({ method, issuer }: AskedProvider) => `${method === null ? "owners" : "operator"} ${issuer}`;

function keep<T>(map: Map<string, T>, name: string, value: T): T {
  const [oldest] = map.keys();
  if (oldest !== undefined && !map.has(name) && map.size >= MOST_KNOWN) map.delete(oldest);
  map.set(name, value);
  return value;
}

/**
 * The addresses of a provider, from its discovery document, which is read again after an hour. Each request gets an object
 * of its own: the library lets those who ask for the keys of one wait together, and requests cannot wait for one another.
 */
export async function discover(provider: AskedProvider): Promise<oauth.AuthorizationServer> {
  if (provider.protocol === "github") return githubServer(provider);
  const now = machineClock.milliseconds();
  const before = known.get(nameOf(provider));
  if (before !== undefined && before.until > now) return { ...before.server };
  const server = await readDocument(provider);
  keep(known, nameOf(provider), { server, until: after(now, HOUR_MS) });
  return { ...server };
}

/** The discovery document of a provider as it is now. */
export async function readDocument({ issuer, ask }: AskedProvider): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer);
  const response = await oauth.discoveryRequest(url, {
    [oauth.customFetch]: ask,
    [oauth.allowInsecureRequests]: isPlain(issuer),
  });
  return oauth.processDiscoveryResponse(url, response);
}

/** GitHub has no discovery document: its addresses are these, and those of a GitHub Enterprise Server alike. */
const githubServer = ({ issuer }: AskedProvider): oauth.AuthorizationServer => ({
  issuer,
  authorization_endpoint: `${issuer}/login/oauth/authorize`,
  token_endpoint: `${issuer}/login/oauth/access_token`,
});

/**
 * The cache in which the library keeps a provider's keys: for five minutes, or until a token names one that is not among
 * them.
 */
export function keysOf(provider: AskedProvider): oauth.JWKSCacheInput {
  return keys.get(nameOf(provider)) ?? keep(keys, nameOf(provider), {});
}
