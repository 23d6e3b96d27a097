const FIRST = 500;
const LONGEST = 30_000;

/** How long to wait after so many failures: at random, so that not all clients of a server come back at once. */
export const backoff = (failures: number, random: () => number): number =>
  random() * Math.min(LONGEST, FIRST * 2 ** Math.min(failures, 10));
