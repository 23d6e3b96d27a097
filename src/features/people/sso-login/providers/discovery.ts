import type { JSONWebKeySet } from "jose";
import * as oauth from "oauth4webapi";
import * as v from "valibot";
import { machineClock } from "../../../../util/clock.ts";
import { after, HOUR_MS, type Milliseconds } from "../../../../util/time.ts";
import { ExternalLoginRefused } from "../refused.ts";
import { type AskedProvider, isPlain } from "./provider-fetch.ts";

/** Provider documents and keys that this Worker read most recently, keyed by `providerKey`. */
const discoveries = new Map<string, { readonly server: oauth.AuthorizationServer; readonly until: Milliseconds }>();
const keys = new Map<string, oauth.JWKSCacheInput>();
/** When a provider's keys were last reloaded because a token's key was unknown, in seconds. */
const readAgain = new Map<string, number>();
const MAX_KNOWN = 200;

const providerKey = ({ method, issuer }: AskedProvider) => `${method === null ? "owners" : "operator"} ${issuer}`;

function addToCache<T>(map: Map<string, T>, name: string, value: T): T {
  const [oldest] = map.keys();
  if (oldest !== undefined && !map.has(name) && map.size >= MAX_KNOWN) map.delete(oldest);
  map.set(name, value);
  return value;
}

/**
 * Returns a provider's endpoints from its discovery document, which is reloaded after an hour. Returns a new object
 * each time: the library makes callers that need the keys of one object wait for each other, which isn't possible
 * across requests.
 */
export async function discover(provider: AskedProvider): Promise<oauth.AuthorizationServer> {
  if (provider.protocol === "github") return githubServer(provider);
  const now = machineClock.milliseconds();
  const before = discoveries.get(providerKey(provider));
  if (before !== undefined && before.until > now) return { ...before.server };
  const server = await readDocument(provider);
  addToCache(discoveries, providerKey(provider), { server, until: after(now, HOUR_MS) });
  return { ...server };
}

/** Fetches a provider's current discovery document. */
export async function readDocument({ issuer, ask }: AskedProvider): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer);
  const response = await oauth.discoveryRequest(url, {
    [oauth.customFetch]: ask,
    [oauth.allowInsecureRequests]: isPlain(issuer),
  });
  return oauth.processDiscoveryResponse(url, response);
}

/** Endpoints of GitHub and GitHub Enterprise Server, which have no discovery document. */
const githubServer = ({ issuer }: AskedProvider): oauth.AuthorizationServer => ({
  issuer,
  authorization_endpoint: `${issuer}/login/oauth/authorize`,
  token_endpoint: `${issuer}/login/oauth/access_token`,
});

/** Age in seconds after which keys are reloaded. */
const KEYS_SECONDS = 300;
/** Minimum time in seconds between two reloads caused by unknown keys, however many tokens arrive. */
const KEYS_REST_SECONDS = 60;

/** Returns a provider's signing keys, from the cache or reloaded. `lacksOne`: a token's key isn't in the cache. */
export async function publicKeys(provider: AskedProvider, { lacksOne = false } = {}): Promise<JSONWebKeySet> {
  const cache: Partial<oauth.ExportedJWKSCache> = keyCache(provider);
  const now = Math.floor(machineClock.milliseconds() / 1000);
  const age = now - (lacksOne ? (readAgain.get(providerKey(provider)) ?? 0) : (cache.uat ?? 0));
  if (cache.jwks !== undefined && age < (lacksOne ? KEYS_REST_SECONDS : KEYS_SECONDS))
    return cache.jwks as JSONWebKeySet;
  if (lacksOne) addToCache(readAgain, providerKey(provider), now);
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
 * Returns the library's cache for a provider's keys. The library keeps them for five minutes, or for one minute if a
 * token has an unknown key.
 */
export function keyCache(provider: AskedProvider): oauth.JWKSCacheInput {
  return keys.get(providerKey(provider)) ?? addToCache(keys, providerKey(provider), {});
}

/** Reloads a provider's keys if an ID token's key isn't among them, because the library would reload them too late. */
export async function knowKeyOf(provider: AskedProvider, token: string): Promise<void> {
  const { decodeProtectedHeader } = await import("jose");
  const { kid } = decodeProtectedHeader(token);
  const { jwks }: Partial<oauth.ExportedJWKSCache> = keyCache(provider);
  if (kid === undefined || jwks === undefined || jwks.keys.some((key) => key.kid === kid)) return;
  await publicKeys(provider, { lacksOne: true });
}
