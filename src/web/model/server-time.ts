import type { State } from "./state.ts";

/** Adds to a registered state how far this device's clock, in seconds, is ahead of the server's. */
export const withClock = (state: State, now: number): State => ({
  ...state,
  seconds_ahead: now - state.server_timestamp,
});

/** Converts a time in seconds from this device's clock to the server's, as far as it is known. */
export const serverTime = ({ seconds_ahead = 0 }: Pick<State, "seconds_ahead">, now: number): number =>
  now - seconds_ahead;
