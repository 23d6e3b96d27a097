const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * The wait before the next attempt, in milliseconds: random, so that the clients of a server do not all come back at once.
 */
export const backoff = (failures: number, random: () => number): number =>
  random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
