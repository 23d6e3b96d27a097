import * as oauth from "oauth4webapi";
import * as v from "valibot";
import { shapedAction, WithHeaders } from "../../../api/endpoint.ts";
import { boolean, optional, text } from "../../../api/parameter.ts";
import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import type { LoginProvider } from "../../../config/login-providers.ts";
import type { Log } from "../../../logging/log.ts";
import { badRequest, notFound } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";
import { freshLogin } from "../../organization/accounts/authentication/login-limits.ts";
import { allProviders, isProviderOn } from "../../organization/organization-settings/login-methods.ts";
import type { ServiceLogin } from "../sessions/service-login.ts";
import { attemptCookie, type LoginIntent, otp } from "./attempt.ts";
import { explained } from "./providers/identify.ts";
import { authorizationUrl } from "./providers/openid.ts";
import { toAskedProvider } from "./providers/provider-fetch.ts";
import { ExternalLoginRefused } from "./refused.ts";
import { seal } from "./seal.ts";

/** Starts a login: returns the URL at the provider, and the cookie that binds the login to the browser. */
export const beginLoginEndpoint = shapedAction({
  route: "POST /external_login/:provider/begin",
  by: "anyone",
  internal: true,
  params: {
    provider: text("id"),
    next: text("url"),
    mobile_flow_otp: optional(text("id")),
    desktop_flow_otp: optional(text("id")),
    desktop_app: optional(text("id")),
    invitation: optional(text("id")),
    /** Whether the provider should ask which account to log in with. */
    choose: optional(boolean, false),
    /** Address the user is likely to log in with at the provider. */
    login_hint: optional(text("address")),
    /** Whether the provider should ask for the password again even if the user is logged in there. */
    fresh: optional(boolean, false),
  },
  reply: { url: v.string() },
  run({ realm, params: { provider, mobile_flow_otp: mobile, desktop_flow_otp: desktop, desktop_app: app } }) {
    const accessed = accessProvider(realm, provider);
    if (mobile !== undefined && desktop !== undefined) {
      throw badRequest("Can't use both mobile_flow_otp and desktop_flow_otp");
    }
    const pad = mobile ?? desktop;
    if (pad !== undefined && !v.is(otp, pad)) throw badRequest("Invalid OTP");
    if (desktop !== undefined && app === undefined) throw badRequest("Log in from the desktop app.");
    return { provider: accessed, maxAge: freshLogin(realm) };
  },
  async shape({ result, params: { provider: _, choose, login_hint, ...goal }, request: { origin }, ...worker }) {
    const { provider, maxAge } = result;
    const { url, cookie } = await startLogin(provider, goal, { origin, choose, maxAge, login_hint, ...worker });
    return new WithHeaders({ url }, [cookie]);
  },
});

interface LoginRequestContext {
  readonly env: Env;
  readonly config: Config;
  readonly origin: string;
  readonly log: Log;
  readonly choose: boolean;
  /** Maximum age of a login that counts as fresh. */
  readonly maxAge?: Seconds;
  readonly login_hint?: string | undefined;
}

/**
 * Returns the provider's URL for starting a login, and the cookie that binds the login to the browser. Runs in the
 * Worker.
 */
export async function startLogin(provider: LoginProvider, goal: LoginIntent, around: LoginRequestContext) {
  const { origin, log, env, config } = around;
  const attempt = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  };
  const binding = { ...attempt, redirectUri: redirectUri(origin, provider.id) };
  const more = optionalParams(provider, goal, around);
  const url = await explained(provider, log, () =>
    authorizationUrl(toAskedProvider(provider, { env, config }), binding, more),
  );
  const sealed = await seal({ ...attempt, goal }, { purpose: "attempt", provider, origin });
  return { url: url.href, cookie: attemptCookie(sealed, origin) };
}

/** Google's issuer. To make users log in again, Google only accepts the prompt `select_account`. */
const GOOGLE = "https://accounts.google.com/";

function optionalParams(
  { issuer, protocol }: LoginProvider,
  { fresh }: LoginIntent,
  { choose, maxAge, login_hint }: LoginRequestContext,
) {
  const isGoogle = new URL(issuer).href === GOOGLE;
  const prompt = fresh === true && protocol === "openid" && !isGoogle ? "login" : "select_account";
  return {
    ...(login_hint !== undefined && { login_hint }),
    ...((choose || fresh === true) && { prompt }),
    ...(fresh === true && protocol === "openid" && maxAge !== undefined && { max_age: String(maxAge) }),
  };
}

/** Returns the URL a provider redirects to, which must be registered there. Always on the organization's host. */
export const redirectUri = (origin: string, provider: string): string => `${origin}/complete/${provider}/`;

/**
 * Returns the organization's provider with an id. Throws if the provider is off, or if its issuer isn't that of
 * `login`.
 */
export function accessProvider(realm: Realm, id: string, login?: Pick<ServiceLogin, "issuer">): LoginProvider {
  const provider = allProviders(realm).find((other) => other.id === id);
  if (provider === undefined) throw notFound("This organization doesn't have that login method.");
  if (!isProviderOn(realm, provider)) throw new ExternalLoginRefused("switched_off", "", { service: provider.name });
  if (login !== undefined && login.issuer !== provider.issuer) throw new ExternalLoginRefused("state");
  return provider;
}
