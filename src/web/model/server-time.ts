import type { State } from "./state.ts";

/** Converts a time in seconds from this device's clock to the server's, as far as it is known. */
export const serverTime = ({ seconds_ahead = 0 }: Pick<State, "seconds_ahead">, now: number): number =>
  now - seconds_ahead;
