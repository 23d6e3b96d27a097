import * as oauth from "oauth4webapi";
import type { LoginProvider } from "../../../../config/login-providers.ts";
import type { Log } from "../../../../logging/log.ts";
import { isEmail } from "../../../organization/accounts/email.ts";
import type { Identity } from "../attempt.ts";
import { ExternalLoginRefused } from "../refused.ts";
import { type Binding, githubIdentity, openIdIdentity } from "./openid.ts";
import type { AskedProvider } from "./provider-fetch.ts";

/** Maximum number of a user's email addresses that are considered. */
const MAX_ADDRESSES = 10;

/** Returns the user who logged in at a provider. Verifies that the provider's answer belongs to this login. */
export async function identify(
  provider: AskedProvider,
  answer: URLSearchParams,
  binding: Binding,
  log: Log,
): Promise<Identity> {
  const ask = provider.protocol === "github" ? githubIdentity : openIdIdentity;
  const identity = await explained(provider, log, () => ask(provider, answer, binding));
  const { subject, emails, full_name } = identity;
  if (subject.length > 255) throw new ExternalLoginRefused("untrusted");
  const valid = emails.map((email) => email.trim()).filter(isEmail);
  return { ...identity, emails: valid.slice(0, MAX_ADDRESSES), full_name: full_name.slice(0, 200) };
}

/** Runs `work`, which calls a provider. Logs its errors for operators, and throws errors meant for users instead. */
export async function explained<T>({ id }: LoginProvider, log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = toRefusal(error);
    if (refused === undefined) throw error;
    const { reason, detail } = refused;
    if (reason !== "cancelled") log.warn("external_login_failed", { provider: id, reason, detail });
    throw refused;
  }
}

function toRefusal(error: unknown): ExternalLoginRefused | undefined {
  if (error instanceof ExternalLoginRefused) return error;
  if (error instanceof oauth.AuthorizationResponseError) {
    const down = error.error === "temporarily_unavailable" || error.error === "server_error";
    if (error.error === "access_denied") return new ExternalLoginRefused("cancelled");
    return new ExternalLoginRefused(down ? "provider_down" : "untrusted", error.error);
  }
  // A code can be used once, and expires soon.
  if (error instanceof oauth.ResponseBodyError) {
    return new ExternalLoginRefused(error.error === "invalid_grant" ? "used" : "untrusted", error.error);
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return new ExternalLoginRefused("untrusted", "unauthorized");
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    return new ExternalLoginRefused("untrusted", `${error.code}: ${error.message}`);
  }
  return undefined;
}
