import { decodeProtectedHeader, type JSONWebKeySet } from "jose";
import * as oauth from "oauth4webapi";
import * as v from "valibot";
import { machineClock } from "../../../../util/clock.ts";
import { after, HOUR_MS, type Milliseconds } from "../../../../util/time.ts";
import { ExternalLoginRefused } from "../refused.ts";
import { type AskedProvider, isPlain } from "./provider-fetch.ts";

interface CachedDiscovery {
  readonly server: oauth.AuthorizationServer;
  readonly until: Milliseconds;
}

/** The providers' documents and keys that the Worker has read last, by who has named the provider, and its issuer. */
const known = new Map<string, CachedDiscovery>();
const keys = new Map<string, oauth.JWKSCacheInput>();
/** When keys were last read again because a token named one that was not among them, in seconds. */
const readAgain = new Map<string, number>();
const MAX_KNOWN = 200;

const nameOf = ({ method, issuer }: AskedProvider) => `${method === null ? "owners" : "operator"} ${issuer}`;

function keep<T>(map: Map<string, T>, name: string, value: T): T {
  const [oldest] = map.keys();
  if (oldest !== undefined && !map.has(name) && map.size >= MAX_KNOWN) map.delete(oldest);
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

/** Keys that were read this long ago are read again only where a token names one that is not among them. */
const KEYS_SECONDS = 300;
/** The time between two such readings, whatever tokens say. */
const KEYS_REST_SECONDS = 60;

/** The keys by which a provider signs, as they are kept, or read anew where there may be others by now. */
export async function publicKeys(provider: AskedProvider, { lacksOne = false } = {}): Promise<JSONWebKeySet> {
  const cache: Partial<oauth.ExportedJWKSCache> = keysOf(provider);
  const now = Math.floor(machineClock.milliseconds() / 1000);
  const age = now - (lacksOne ? (readAgain.get(nameOf(provider)) ?? 0) : (cache.uat ?? 0));
  if (cache.jwks !== undefined && age < (lacksOne ? KEYS_REST_SECONDS : KEYS_SECONDS))
    return cache.jwks as JSONWebKeySet;
  if (lacksOne) keep(readAgain, nameOf(provider), now);
  const { jwks_uri } = await discover(provider);
  if (jwks_uri === undefined || !URL.canParse(jwks_uri)) throw new ExternalLoginRefused("untrusted", "no jwks_uri");
  const answer = await provider.ask(jwks_uri, { method: "GET", headers: { accept: "application/json" } });
  const read = v.safeParse(keysSchema, await answer.json().catch(() => undefined));
  if (!answer.ok || !read.success) throw new ExternalLoginRefused("untrusted", "no keys");
  Object.assign(cache, { jwks: read.output, uat: now });
  return read.output;
}

const keysSchema = v.object({ keys: v.array(v.looseObject({ kty: v.string() })) });

/**
 * The cache in which the library keeps a provider's keys: for five minutes, or until a token names one that is not among
 * them.
 */
export function keysOf(provider: AskedProvider): oauth.JWKSCacheInput {
  return keys.get(nameOf(provider)) ?? keep(keys, nameOf(provider), {});
}

/** Reads a provider's keys again where an ID token names one that is not among those that were read: the library waits longer. */
export async function knowKeyOf(provider: AskedProvider, token: string): Promise<void> {
  const { kid } = decodeProtectedHeader(token);
  const { jwks }: Partial<oauth.ExportedJWKSCache> = keysOf(provider);
  if (kid === undefined || jwks === undefined || jwks.keys.some((key) => key.kid === kid)) return;
  await publicKeys(provider, { lacksOne: true });
}
