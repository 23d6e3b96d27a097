import * as oauth from "oauth4webapi";
import * as v from "valibot";
import type { Identity } from "../attempt.ts";
import { ExternalLoginRefused } from "../refused.ts";
import { vouchesFor } from "../vouching.ts";
import { discover, keyCache, knowKeyOf } from "./discovery.ts";
import { grantedBy, lacksClaims } from "./granted.ts";
import { type AskedProvider, isPlain } from "./provider-fetch.ts";

/** Values that bind a login at a provider to the browser that started it. */
export interface Binding {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Tolerated difference between a provider's clock and this server's. */
export const TOLERANCE_SECONDS = 30;

const clientOf = ({ clientId }: AskedProvider): oauth.Client => ({
  client_id: clientId,
  [oauth.clockTolerance]: TOLERANCE_SECONDS,
});

const optionsFor = ({ issuer, ask }: AskedProvider) => ({
  [oauth.customFetch]: ask,
  [oauth.allowInsecureRequests]: isPlain(issuer),
});

export async function authorizationUrl(
  provider: AskedProvider,
  { redirectUri, state, nonce, verifier }: Binding,
  more: Readonly<Record<string, string>>,
): Promise<URL> {
  const { authorization_endpoint } = await discover(provider);
  if (authorization_endpoint === undefined || !URL.canParse(authorization_endpoint)) {
    throw new ExternalLoginRefused("untrusted", "no authorization_endpoint");
  }
  const url = new URL(authorization_endpoint);
  if (url.protocol !== "https:" && !isPlain(provider.issuer)) throw new ExternalLoginRefused("untrusted", "no TLS");
  const fields = {
    client_id: provider.clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: provider.scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(provider.protocol === "openid" && { nonce }),
    ...more,
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url;
}

/** Verifies that the provider's answer belongs to this login, and exchanges its code for tokens. */
async function redeemCode(
  provider: AskedProvider,
  server: oauth.AuthorizationServer,
  answer: URLSearchParams,
  { redirectUri, state, verifier }: Binding,
): Promise<Response> {
  const client = clientOf(provider);
  const checked = oauth.validateAuthResponse(server, client, answer, state);
  const methods = server.token_endpoint_auth_methods_supported;
  const byBody = methods?.includes("client_secret_post") === true && !methods.includes("client_secret_basic");
  const authentication = (byBody ? oauth.ClientSecretPost : oauth.ClientSecretBasic)(provider.clientSecret);
  const options = optionsFor(provider);
  return oauth.authorizationCodeGrantRequest(server, client, authentication, checked, redirectUri, verifier, options);
}

const MAX_SID_LENGTH = 500;
/** A longer ID token isn't stored, because it would make the service's logout URL too long. */
const MAX_ID_TOKEN_LENGTH = 4000;

const flag = v.union([v.boolean(), v.number(), v.string()]);
const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  email: v.optional(v.string()),
  email_verified: v.optional(flag),
  /** Microsoft's claim that an email is verified, which an application has to request. */
  xms_edov: v.optional(flag),
  name: v.optional(v.string()),
  given_name: v.optional(v.string()),
  family_name: v.optional(v.string()),
  preferred_username: v.optional(v.string()),
  sid: v.optional(v.pipe(v.string(), v.maxLength(MAX_SID_LENGTH))),
  auth_time: v.optional(v.number()),
});
type Claims = v.InferOutput<typeof claimsSchema>;

/**
 * Returns the user who logged in through OpenID Connect. Checks the ID token's issuer, audience, time, nonce and
 * signature. Asks the provider for user data missing from the token. The answer must be about the same subject.
 */
export async function openIdIdentity(
  provider: AskedProvider,
  answer: URLSearchParams,
  binding: Binding,
): Promise<Identity> {
  const [server, client, options] = [await discover(provider), clientOf(provider), optionsFor(provider)];
  const response = await redeemCode(provider, server, answer, binding);
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: binding.nonce,
    requireIdToken: true,
  });
  if (tokens.id_token !== undefined) await knowKeyOf(provider, tokens.id_token);
  await oauth.validateApplicationLevelSignature(server, response, {
    ...options,
    [oauth.jwksCache]: keyCache(provider),
  });
  const told: Readonly<Record<string, unknown>> = { ...oauth.getValidatedIdTokenClaims(tokens) };
  const claims = claimsFrom(told);
  const rules = provider.claimRules;
  const login = loginOf(provider, claims, tokens.id_token);
  const { email: address } = claims;
  const isKnown = address !== undefined && (isVerified(claims, provider) || vouchesFor(provider, address));
  const isWhole = isKnown && !lacksClaims(rules, told);
  if (isWhole || server.userinfo_endpoint === undefined) {
    return { ...identityOf(provider, claims), granted: grantedBy(rules, told), login };
  }
  const answered = await oauth.userInfoRequest(server, client, tokens.access_token, options);
  const asked = await oauth.processUserInfoResponse(server, client, claims.sub, answered);
  const more = claimsFrom(asked);
  const granted = grantedBy(rules, { ...asked, ...told });
  // An address and its verification must come from the same source.
  const { email, email_verified, xms_edov } = more.email === undefined ? claims : more;
  return { ...identityOf(provider, { ...claims, ...more, email, email_verified, xms_edov }), granted, login };
}

/** Returns the data about a login that a session stores. */
const loginOf = ({ issuer }: AskedProvider, { sub, sid, auth_time }: Claims, id_token: string | undefined) => ({
  issuer,
  subject: sub,
  ...(sid !== undefined && { sid }),
  ...(auth_time !== undefined && { authenticated_at: Math.floor(auth_time) }),
  ...(id_token !== undefined && id_token.length <= MAX_ID_TOKEN_LENGTH && { id_token }),
});

function claimsFrom(claims: unknown): Claims {
  const read = v.safeParse(claimsSchema, claims);
  if (!read.success) throw new ExternalLoginRefused("untrusted", "claims of another form");
  return read.output;
}

const isTrue = (value: boolean | number | string | undefined) =>
  value === true || value === 1 || /^(true|1)$/i.test(`${value}`);

function isVerified({ email_verified, xms_edov }: Claims, { method, issuer }: AskedProvider): boolean {
  const isMicrosoft = method === "AzureAD" || new URL(issuer).host === "login.microsoftonline.com";
  return isTrue(email_verified) || (isMicrosoft && isTrue(xms_edov));
}

function identityOf(provider: AskedProvider, claims: Claims): Omit<Identity, "login"> {
  const { sub, email, name, given_name = "", family_name = "", preferred_username } = claims;
  const parts = `${given_name} ${family_name}`.trim();
  return {
    issuer: provider.issuer,
    subject: sub,
    emails: email !== undefined && isVerified(claims, provider) ? [email] : [],
    unverified: email,
    full_name: name || parts || preferred_username || "",
  };
}

const userSchema = v.object({ id: v.number(), login: v.string(), name: v.nullish(v.string()) });
const emailsSchema = v.array(v.object({ email: v.string(), verified: v.boolean(), primary: v.boolean() }));

const apiOf = ({ issuer }: AskedProvider) =>
  new URL(issuer).host === "github.com" ? "https://api.github.com" : `${issuer}/api/v3`;

/** Returns the user who logged in at GitHub. GitHub has no ID tokens, so its API is called with the access token. */
export async function githubIdentity(
  provider: AskedProvider,
  answer: URLSearchParams,
  binding: Binding,
): Promise<Identity> {
  const [server, client] = [await discover(provider), { client_id: provider.clientId }];
  const response = await redeemCode(provider, server, answer, binding);
  const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, response);
  const ask = async <S extends v.GenericSchema>(path: string, schema: S): Promise<v.InferOutput<S>> => {
    const headers = new Headers({ "user-agent": "Parley", accept: "application/vnd.github+json" });
    const url = new URL(apiOf(provider) + path);
    const told = await oauth.protectedResourceRequest(access_token, "GET", url, headers, null, optionsFor(provider));
    const read = v.safeParse(schema, await told.json().catch(() => null));
    if (!told.ok || !read.success) throw new ExternalLoginRefused("untrusted", `status ${told.status} of ${path}`);
    return read.output;
  };
  const user = await ask("/user", userSchema);
  const emails = (await ask("/user/emails", emailsSchema)).sort((a, b) => Number(b.primary) - Number(a.primary));
  return {
    issuer: provider.issuer,
    subject: String(user.id),
    emails: emails.filter(({ verified }) => verified).map(({ email }) => email),
    unverified: emails[0]?.email,
    full_name: user.name || user.login,
    login: { issuer: provider.issuer, subject: String(user.id) },
  };
}
