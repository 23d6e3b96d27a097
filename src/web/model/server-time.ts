import type { State } from "./state.ts";

/** Adds to a registered state how far this device's clock, in seconds, is ahead of the server's. */
export const withClock = (state: State, now: number): State => ({
  ...state,
  seconds_ahead: now - state.server_timestamp,
});

let clock: Pick<State, "seconds_ahead"> = {};

/** Makes the functions below follow the state of the account that this page shows. */
export function followClock(state: typeof clock): void {
  clock = state;
}

/** Converts a time in seconds from this device's clock to the server's, as far as it is known. */
export const onServer = (time: number): number => time - (clock.seconds_ahead ?? 0);

/** The server's time in seconds since 1970, used for everything relative to now. */
export const serverNow = (): number => onServer(Date.now() / 1000);
