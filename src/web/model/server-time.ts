import type { State } from "./state.ts";

/**
 * Adds `seconds_ahead` to a registered state: how far this device's clock is ahead of the server's. `now` is this
 * device's time in seconds since 1970.
 */
export const withClock = (state: State, now: number): State => ({
  ...state,
  seconds_ahead: now - state.server_timestamp,
});

let clock: Pick<State, "seconds_ahead"> = {};

/**
 * Makes the functions below use this state's clock difference. Call it with the state of the account that the page
 * shows.
 */
export function followClock(state: typeof clock): void {
  clock = state;
}

/**
 * Converts a time in seconds since 1970 from this device's clock to the server's. Unchanged if the difference is
 * unknown.
 */
export const onServer = (time: number): number => time - (clock.seconds_ahead ?? 0);

/** The server's time in seconds since 1970. Used wherever the current time matters. */
export const serverNow = (): number => onServer(Date.now() / 1000);
