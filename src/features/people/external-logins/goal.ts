import type { LoginProvider } from "../../../config/login-providers.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { issueKey, loggedInHook, type User } from "../../organization/users/public.ts";
import { SETUP_PATH, startSession } from "../logins/public.ts";
import { isSecondFactorRequired, loginStanding, loginTicket } from "../second-factor/public.ts";
import type { Goal, Identity } from "./attempt.ts";
import { ExternalLoginRefused } from "./refused.ts";
import { issueDesktopToken } from "./tickets.ts";

/** The address that a browser goes back to in which a person has linked their account. */
export const OWN_SETTINGS = "/#settings/login-security";

/** The secret that a login ends with, which the Worker hands on: the goal says in which way. */
export interface Arrival {
  readonly goal: Goal;
  readonly user_id: number;
  readonly email: string;
  /** The secret of a session, an API key, or a token of the desktop app. */
  readonly secret: string;
}

/** A login that goes on once somebody has given the code of their second factor. */
export interface Waiting {
  readonly goal: Goal;
  /** Stands for the login at the provider. */
  readonly login_ticket: string;
  /** The person whom the provider has named, where the account is to be linked to them. */
  readonly identity?: Identity | undefined;
}

/** Has somebody whom a provider has named give a code of the account's second factor. */
export const waitForCode = (
  realm: Realm,
  user: User,
  rest: Pick<Waiting, "goal" | "identity">,
): { readonly waiting: Waiting } => ({ waiting: { ...rest, login_ticket: loginTicket(realm, user) } });

/** Ends a login as it was wanted: with a session, with an API key, or with a token that leads into the desktop app. */
export function arrive(realm: Realm, { id, delivery_email }: User, goal: Goal, request: RequestFacts): Arrival {
  const secret = () => {
    if (goal.mobile_flow_otp !== undefined) {
      realm.run(loggedInHook, id, request);
      return issueKey(realm, id, request);
    }
    if (goal.desktop_flow_otp !== undefined) return issueDesktopToken(realm, id, goal.desktop_app ?? "");
    return startSession(realm, id, request);
  };
  return { goal, user_id: id, email: delivery_email, secret: secret() };
}

/**
 * Goes on with a login of somebody whom a provider has named. Of whom the organization wants a second factor, it wants it
 * here too, unless the provider asks everybody for one itself (factors.md 1): for a code it waits, and whoever has nothing
 * yet sets it up first, which is done in a browser alone.
 */
export function goOnFrom(
  realm: Realm,
  provider: LoginProvider,
  user: User,
  goal: Goal,
  request: RequestFacts,
): { readonly arrival: Arrival } | { readonly waiting: Waiting } {
  const isDemanded = !provider.asksSecondFactor && isSecondFactorRequired(realm, user);
  switch (isDemanded ? loginStanding(realm, user, undefined) : "complete") {
    case "complete":
      return { arrival: arrive(realm, user, goal, request) };
    case "code wanted":
      return waitForCode(realm, user, { goal });
    case "passkey wanted":
      throw new ExternalLoginRefused("passkey_wanted");
    case "setup wanted": {
      if (isForApp(goal)) throw new ExternalLoginRefused("setup_wanted");
      const secret = startSession(realm, user.id, request, { owesSetup: true });
      return { arrival: { goal: { next: SETUP_PATH }, user_id: user.id, email: user.delivery_email, secret } };
    }
  }
}

const isForApp = ({ mobile_flow_otp, desktop_flow_otp }: Goal): boolean =>
  mobile_flow_otp !== undefined || desktop_flow_otp !== undefined;
