import { backoff } from "../wire/backoff.ts";
import { pageClock } from "../wire/clock.ts";
import { browserPage } from "../wire/page.ts";
import { sleepUntilWake } from "../wire/wakes.ts";

/** Waits before another attempt after this many failures. Returns whether the server can probably be reached now. */
export const waitToRetry = (failures: number): Promise<boolean> =>
  sleepUntilWake(pageClock, browserPage, backoff(failures, Math.random), new AbortController().signal);
