import type { LoginProvider } from "../../../config/login-providers.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { after, seconds } from "../../../util/time.ts";
import { issueKey } from "../../organization/users/api-keys/api-keys.ts";
import { freshLogin } from "../../organization/users/authentication/login-limits.ts";
import { loggedInHook } from "../../organization/users/hooks.ts";
import type { User } from "../../organization/users/users.ts";
import { SETUP_PATH } from "../logins/login-page.ts";
import type { ServiceLogin } from "../logins/service-login.ts";
import { startSession } from "../logins/sessions.ts";
import { secondFactorCheck } from "../second-factor/login-standing.ts";
import { loginTicket } from "../second-factor/login-ticket.ts";
import { isSecondFactorRequired } from "../second-factor/second-factor.ts";
import type { Identity, LoginIntent } from "./attempt.ts";
import { ExternalLoginRefused } from "./refused.ts";
import { issueDesktopToken } from "./tickets.ts";

/** The address that a browser goes back to in which a person has linked their account. */
export const OWN_SETTINGS = "/#settings/login-security";

/** The secret that a login ends with, which the Worker hands on: the goal says in which way. */
export interface LoginResult {
  readonly goal: LoginIntent;
  readonly user_id: number;
  readonly email: string;
  /** The secret of a session, an API key, or a token of the desktop app. */
  readonly secret: string;
}

/** A login that goes on once somebody has given the code of their second factor. */
export interface PendingLogin {
  readonly goal: LoginIntent;
  readonly login: ServiceLogin;
  /** Stands for the login at the provider. */
  readonly login_ticket: string;
  /** The person whom the provider has named, where the account is to be linked to them. */
  readonly identity?: Identity | undefined;
}

/** Has somebody whom a provider has named give a code of the account's second factor. */
export const waitForCode = (
  realm: Realm,
  user: User,
  rest: Pick<PendingLogin, "goal" | "login" | "identity">,
): { readonly waiting: PendingLogin } => ({ waiting: { ...rest, login_ticket: loginTicket(realm, user) } });

/** The purpose of a login, the call that ends it, and what the provider says of it. */
interface LoginContext {
  readonly goal: LoginIntent;
  readonly request: RequestFacts;
  readonly login: ServiceLogin;
}

/** Ends a login as it was wanted: with a session, with an API key, or with a token that leads into the desktop app. */
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
 * Goes on with a login of somebody whom a provider has named. Of whom the organization wants a second factor, it wants it
 * here too, unless the provider asks everybody for one itself (factors.md 1): for a code it waits, and whoever has nothing
 * yet sets it up first, which is done in a browser alone.
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

/** Whether a provider says that somebody has just shown who they are, or says nothing of when they did. */
export const isFresh = (realm: Realm, { authenticated_at: at }: ServiceLogin): boolean =>
  at === undefined || after(seconds(at), freshLogin(realm)) > realm.seconds();

const isForApp = ({ mobile_flow_otp, desktop_flow_otp }: LoginIntent): boolean =>
  mobile_flow_otp !== undefined || desktop_flow_otp !== undefined;
