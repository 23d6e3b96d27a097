const LOOK_MS = 1000;
/** The least step back that counts: less is how a clock is kept right. */
const STEP_MS = 1500;

/**
 * Calls back where the machine's clock was set back. workerd keeps timers by that clock, and waits for the first of them
 * alone: one that waited then would hold up all that come due after it, for as long as the clock was set back.
 *
 * @param now the clocks: the machine's, and one that is never set
 * @returns a function that ends the watch
 */
export function watchClock(setBack: (ms: number) => void, now = { wall: Date.now, steady: () => performance.now() }) {
  let difference = now.wall() - now.steady();
  const timer = setInterval(() => {
    const next = now.wall() - now.steady();
    const back = difference - next;
    difference = next;
    if (back > STEP_MS) setBack(Math.round(back));
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}
