import { type Clock, sleep } from "./clock.ts";
import type { Page } from "./page.ts";

const TICK = 5_000;
/** A timer that comes so late says that the computer has slept. Those of hidden tabs come once a minute anyway. */
const SLEPT = { visible: 15_000, hidden: 90_000 };

/** Calls back when the network is back or the computer has woken up: what was asked before then may hang for ever. */
export function onWake(clock: Clock, page: Page, run: () => void): () => void {
  let before = clock.now();
  let cancel = clock.after(TICK, tick);
  function tick() {
    const now = clock.now();
    if (now - before - TICK > (page.visible() ? SLEPT.visible : SLEPT.hidden)) run();
    before = now;
    cancel = clock.after(TICK, tick);
  }
  const stop = page.on(["online"], run);
  return () => {
    stop();
    cancel();
  };
}

/**
 * Waits, but not while there is reason to believe that it works now. Returns whether there is: then what has failed before
 * says nothing of how it goes from now on, though the first request may still fail.
 */
export async function restUntilWake(clock: Clock, page: Page, ms: number, signal: AbortSignal): Promise<boolean> {
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
