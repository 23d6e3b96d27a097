import type { Realm } from "../../../realm/realm.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { issueKey, type User } from "../../organization/users/public.ts";
import { startSession } from "../logins/public.ts";
import type { Goal } from "./attempt.ts";
import { issueDesktopToken } from "./tickets.ts";

/** The secret that a login ends with, which the Worker hands on: the goal says in which way. */
export interface Arrival {
  readonly goal: Goal;
  readonly user_id: number;
  readonly email: string;
  /** Of a session, an API key, or a token of the desktop app. */
  readonly secret: string;
}

/** Ends a login as it was wanted: with a session, with an API key, or with a token that leads into the desktop app. */
export function arrive(realm: Realm, { id, delivery_email }: User, goal: Goal, request: RequestFacts): Arrival {
  const secret = () => {
    if (goal.mobile_flow_otp !== undefined) return issueKey(realm, id, request);
    if (goal.desktop_flow_otp !== undefined) return issueDesktopToken(realm, id);
    return startSession(realm, id, request);
  };
  return { goal, user_id: id, email: delivery_email, secret: secret() };
}
