import * as v from "valibot";
import type { LoginProvider } from "../../../config/login-providers.ts";
import { WithHeaders } from "../../../endpoints/endpoint.ts";
import { loginCookies } from "../../../pages/cookies.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { desktopToken, mobileAddress } from "./app-flows.ts";
import { attemptCookie, endedAttempt, withoutToken } from "./attempt.ts";
import type { Arrival, Waiting } from "./goal.ts";
import { seal } from "./seal.ts";

/** The reply by which a page goes on after a step of a login: it has one of these. */
export const stepReply = {
  /** An address to redirect to. */
  location: v.optional(v.string()),
  /** The token that is to be carried into the desktop app. */
  desktop_token: v.optional(v.string()),
  /** The person who may join, and has to say their name first. */
  joining: v.optional(v.object({ email: v.string(), full_name: v.string() })),
  /** The ticket that comes with the code of the second factor, where one is wanted first. */
  login_ticket: v.optional(v.string()),
};

/** In the Worker: hands on the secret of a login that is done, or keeps in the browser what one waits with. */
export async function showStep(
  step: { readonly arrival: Arrival } | { readonly waiting: Waiting },
  provider: LoginProvider,
  request: RequestFacts,
) {
  if ("arrival" in step) return showArrival(step.arrival, request);
  const origin = request.origin;
  const { identity, login, ...rest } = step.waiting;
  const { id_token: _, ...kept } = login;
  const waiting = { ...rest, login: kept, identity: identity && withoutToken(identity) };
  const sealed = await seal(waiting, { purpose: "second factor", provider, origin });
  return new WithHeaders({ login_ticket: step.waiting.login_ticket }, [attemptCookie(sealed, origin)]);
}

async function showArrival({ goal, secret, email, user_id }: Arrival, request: RequestFacts) {
  const origin = request.origin;
  const ended = endedAttempt(origin);
  const { mobile_flow_otp: mobile, desktop_flow_otp: desktop } = goal;
  if (mobile !== undefined) {
    return new WithHeaders({ location: mobileAddress({ key: secret, otp: mobile, email, user_id, origin }) }, [ended]);
  }
  if (desktop !== undefined) return new WithHeaders({ desktop_token: await desktopToken(secret, desktop) }, [ended]);
  return new WithHeaders({ location: goal.next }, [ended, ...loginCookies(secret, request)]);
}
