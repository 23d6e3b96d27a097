import * as v from "valibot";
import { WithHeaders } from "../../../endpoints/endpoint.ts";
import { sessionCookies } from "../../../http/session.ts";
import { desktopToken, mobileAddress } from "./app-flows.ts";
import { endedAttempt } from "./attempt.ts";
import type { Arrival } from "./goal.ts";

/** How a page goes on after a step of a login: by one of these. */
export const stepReply = {
  /** An address to redirect to. */
  location: v.optional(v.string()),
  /** What is to be carried into the desktop app. */
  desktop_token: v.optional(v.string()),
  /** Who may join, and has to say their name first. */
  joining: v.optional(v.object({ email: v.string(), full_name: v.string() })),
};

/** In the Worker: hands on the secret of a login that is done. */
export async function showArrival({ goal, secret, email, user_id }: Arrival, origin: string) {
  const ended = endedAttempt(origin);
  const { mobile_flow_otp: mobile, desktop_flow_otp: desktop } = goal;
  if (mobile !== undefined) {
    return new WithHeaders({ location: mobileAddress({ key: secret, otp: mobile, email, user_id, origin }) }, [ended]);
  }
  if (desktop !== undefined) return new WithHeaders({ desktop_token: await desktopToken(secret, desktop) }, [ended]);
  return new WithHeaders({ location: goal.next }, [ended, ...sessionCookies(secret, origin)]);
}
