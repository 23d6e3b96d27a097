import type { State } from "./state.ts";

/** Adds to a registered state how far this device's clock, in seconds, is ahead of the server's. */
export const withClock = (state: State, now: number): State => ({
  ...state,
  seconds_ahead: now - state.server_timestamp,
});

/** Converts a time in seconds from this device's clock to the server's, as far as it is known. */
export const serverTime = ({ seconds_ahead = 0 }: Pick<State, "seconds_ahead">, now: number): number =>
  now - seconds_ahead;

let clock: Pick<State, "seconds_ahead"> = {};

/** Makes the functions below follow the state of the account that this page shows. */
export function followClock(state: State): void {
  clock = state;
}

/** Converts a time in seconds from this device's clock to the server's. */
export const onServer = (time: number): number => serverTime(clock, time);

/** The server's time in seconds since 1970, as far as it is known. Everything that is said relative to now asks it. */
export const serverNow = (): number => onServer(Date.now() / 1000);
