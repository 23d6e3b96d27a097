import type { LoginProvider } from "../../../config/login-providers.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { after, seconds } from "../../../util/time.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { issueKey } from "../../organization/accounts/api-keys/api-keys.ts";
import { freshLogin } from "../../organization/accounts/authentication/login-limits.ts";
import { loggedInHook } from "../../organization/accounts/hooks.ts";
import { SETUP_PATH } from "../sessions/login-page.ts";
import type { ServiceLogin } from "../sessions/service-login.ts";
import { startSession } from "../sessions/sessions.ts";
import { loginTicket } from "../two-factor/login-ticket.ts";
import { isSecondFactorRequired, secondFactorCheck } from "../two-factor/two-factor.ts";
import type { LoginIntent, PendingLogin } from "./attempt.ts";
import { ExternalLoginRefused } from "./refused.ts";
import { issueDesktopToken } from "./tickets.ts";

/** Path a browser is redirected to after its user has linked their account. */
export const OWN_SETTINGS = "/#settings/login-security";

/** The result of a completed login. Its goal decides how the Worker delivers the secret. */
export interface LoginResult {
  readonly goal: LoginIntent;
  readonly user_id: number;
  readonly email: string;
  /** The secret of a session, an API key, or a token for the desktop app. */
  readonly secret: string;
}

/** Asks a user identified by a provider for a two-factor code. */
export const waitForCode = (
  realm: Realm,
  user: User,
  rest: Pick<PendingLogin, "goal" | "login" | "identity">,
): { readonly waiting: PendingLogin } => ({ waiting: { ...rest, login_ticket: loginTicket(realm, user, "service") } });

/** A login's goal, the request that completes it, and what the provider reports about it. */
interface LoginContext {
  readonly goal: LoginIntent;
  readonly request: RequestFacts;
  readonly login: ServiceLogin;
}

/** Completes a login as requested: with a session, an API key, or a token for the desktop app. */
export function finishLogin(
  realm: Realm,
  { id, delivery_email }: User,
  { goal, request, login }: LoginContext,
): LoginResult {
  const secret = () => {
    if (goal.mobile_flow_otp !== undefined) {
      realm.run(loggedInHook, id, request);
      return issueKey(realm, id, request);
    }
    if (goal.desktop_flow_otp !== undefined)
      return issueDesktopToken(realm, id, { app: goal.desktop_app ?? "", login });
    return startSession(realm, id, request, { login });
  };
  return { goal, user_id: id, email: delivery_email, secret: secret() };
}

/**
 * Continues a login after the provider identified the user. If two-factor authentication is required and the provider
 * doesn't enforce it (factors.md 1), asks for a code, or, in a browser only, for setup first.
 */
export function continueLogin(
  realm: Realm,
  provider: LoginProvider,
  user: User,
  { goal, request, login }: LoginContext,
): { readonly arrival: LoginResult } | { readonly waiting: PendingLogin } {
  const isDemanded = !provider.asksSecondFactor && isSecondFactorRequired(realm, user);
  switch (isDemanded ? secondFactorCheck(realm, user, undefined) : "complete") {
    case "complete":
      return { arrival: finishLogin(realm, user, { goal, request, login }) };
    case "code wanted":
      return waitForCode(realm, user, { goal, login });
    case "passkey wanted":
      throw new ExternalLoginRefused("passkey_wanted");
    case "setup wanted": {
      if (isForApp(goal)) throw new ExternalLoginRefused("setup_wanted");
      const secret = startSession(realm, user.id, request, { owesSetup: true, login });
      return { arrival: { goal: { next: SETUP_PATH }, user_id: user.id, email: user.delivery_email, secret } };
    }
  }
}

/** True if the provider reports that the user has just authenticated, or doesn't report a time. */
export const isFresh = (realm: Realm, { authenticated_at: at }: ServiceLogin): boolean =>
  at === undefined || after(seconds(at), freshLogin(realm)) > realm.seconds();

const isForApp = ({ mobile_flow_otp, desktop_flow_otp }: LoginIntent): boolean =>
  mobile_flow_otp !== undefined || desktop_flow_otp !== undefined;
