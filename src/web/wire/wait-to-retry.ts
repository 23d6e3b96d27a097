import { type Clock, pageClock, sleep } from "./clock.ts";
import { browserPage, type Page } from "./page.ts";

const TICK_MS = 5_000;
/** A timer that is later than this shows that the computer has slept. In hidden tabs, timers run once a minute anyway. */
const SLEPT_MS = { visible: 15_000, hidden: 90_000 };

/** Calls `run` when the network is back or the computer has woken up: requests from before may hang forever. */
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
 * Waits, but ends early when requests may work again: the page is shown, someone has logged in, the network is back, or the
 * computer has woken up. Returns whether it has ended early: earlier failures no longer count then, though the first
 * request may still fail.
 */
export async function sleepUntilWake(clock: Clock, page: Page, ms: number, signal: AbortSignal): Promise<boolean> {
  const ended = new AbortController();
  let isWoken = false;
  const end = () => ended.abort();
  const wake = () => {
    isWoken = true;
    end();
  };
  const stops = [page.on(["shown", "logged-in"], wake), onWake(clock, page, wake)];
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  await sleep(clock, ms, ended.signal);
  signal.removeEventListener("abort", end);
  for (const stop of stops) stop();
  return isWoken;
}

const FIRST_MS = 500;
const MAX_DURATION_MS = 30_000;

/**
 * The wait before the next attempt, in milliseconds: random, so that the clients of a server do not all come back at once.
 */
export const backoff = (failures: number, random: () => number): number =>
  random() * Math.min(MAX_DURATION_MS, FIRST_MS * 2 ** Math.min(failures, 10));

/** Waits before another attempt after this many failures. Returns whether the server can probably be reached now. */
export const waitToRetry = (failures: number): Promise<boolean> =>
  sleepUntilWake(pageClock, browserPage, backoff(failures, Math.random), new AbortController().signal);
