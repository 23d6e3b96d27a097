import { backoff } from "../wire/backoff.ts";
import { pageClock } from "../wire/clock.ts";
import { browserPage } from "../wire/page.ts";
import { restUntilWake } from "../wire/wakes.ts";

/** Waits before something is tried again that has failed so often. Returns whether it may work by now. */
export const rest = (failures: number): Promise<boolean> =>
  restUntilWake(pageClock, browserPage, backoff(failures, Math.random), new AbortController().signal);
