import { backoff } from "../wire/backoff.ts";
import { pageClock } from "../wire/clock.ts";
import { browserPage } from "../wire/page.ts";
import { restUntilWake } from "../wire/wakes.ts";

/** Waits before another attempt after this many failures. Returns whether the server can probably be reached now. */
export const rest = (failures: number): Promise<boolean> =>
  restUntilWake(pageClock, browserPage, backoff(failures, Math.random), new AbortController().signal);
