import { createHmac } from "node:crypto";
import type { Calls } from "../config/calls.ts";
import type { Clock } from "../util/clock.ts";
import { toWholeSeconds } from "../util/time.ts";

/** Validity of TURN credentials. The room issues new ones every two minutes. */
const LIFE_SECONDS = 3600;

/**
 * ICE servers for a browser. For coturn with `use-auth-secret`, the username is the expiry time and the password its
 * HMAC, so that coturn needs no user list.
 */
export function iceServers({ iceServers, turn }: Calls, user: number, clock: Clock): readonly object[] {
  if (turn === null) return iceServers;
  const username = `${toWholeSeconds(clock.milliseconds()) + LIFE_SECONDS}:${user}`;
  const credential = createHmac("sha1", turn.secret).update(username).digest("base64");
  return [...iceServers, { urls: turn.urls, username, credential }];
}
