import { type Clock, pageClock, sleep } from "./clock.ts";
import { browserPage, type Page } from "./page.ts";

const TICK_MS = 5_000;
/**
 * A timer that fires later than this means that the computer was asleep. In hidden tabs, browsers run timers only once
 * a minute.
 */
const SLEPT_MS = { visible: 15_000, hidden: 90_000 };

/** Calls `run` when the network is back or the computer woke up, because earlier requests may hang forever. */
export function onWake(clock: Clock, page: Page, run: () => void): () => void {
  let before = clock.now();
  let cancel = clock.after(TICK_MS, tick);
  function tick() {
    const now = clock.now();
    if (now - before - TICK_MS > (page.visible() ? SLEPT_MS.visible : SLEPT_MS.hidden)) run();
    before = now;
    cancel = clock.after(TICK_MS, tick);
  }
  const stop = page.on(["online"], run);
  return () => {
    stop();
    cancel();
  };
}

/**
 * Waits, but ends early when requests may work again: the page is shown, someone logged in, the network is back, or the
 * computer woke up. Resolves to true if it ended early. Earlier failures then no longer count, though the first request
 * may still fail.
 */
export async function sleepUntilWake(clock: Clock, page: Page, ms: number, signal: AbortSignal): Promise<boolean> {
  const woken = new AbortController();
  const wake = () => woken.abort();
  const stops = [page.on(["shown", "logged-in"], wake), onWake(clock, page, wake)];
  await sleep(clock, ms, AbortSignal.any([signal, woken.signal]));
  for (const stop of stops) stop();
  return woken.signal.aborted;
}

const FIRST_MS = 500;
const MAX_DURATION_MS = 30_000;

/**
 * Returns the delay in milliseconds before the next attempt. It is random, so that a server's clients don't all return
 * at the same time.
 */
export const backoff = (failures: number, random: () => number): number =>
  random() * Math.min(MAX_DURATION_MS, FIRST_MS * 2 ** Math.min(failures, 10));

/** Waits before another attempt after this many failures. Resolves to true if the server is probably reachable now. */
export type WaitToRetry = (failures: number) => Promise<boolean>;

export const waitToRetry: WaitToRetry = (failures) =>
  sleepUntilWake(pageClock, browserPage, backoff(failures, Math.random), new AbortController().signal);
