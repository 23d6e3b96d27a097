import { createHmac } from "node:crypto";
import type { Calls } from "../config/calls.ts";
import type { Clock } from "../util/clock.ts";
import { toWholeSeconds } from "../util/time.ts";

/** The time for which a name and password for TURN are good; the room gives new ones every two minutes. */
const LIFE_SECONDS = 3600;

/**
 * The servers by which browsers find a way to each other. For coturn with `use-auth-secret`, the name is the time until which it
 * is good, and the password the name's HMAC, so that coturn needs no list of people.
 */
export function iceServers({ iceServers, turn }: Calls, user: number, clock: Clock): readonly object[] {
  if (turn === null) return iceServers;
  const username = `${toWholeSeconds(clock.milliseconds()) + LIFE_SECONDS}:${user}`;
  const credential = createHmac("sha1", turn.secret).update(username).digest("base64");
  return [...iceServers, { urls: turn.urls, username, credential }];
}
