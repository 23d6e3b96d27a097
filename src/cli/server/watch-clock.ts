const LOOK_MS = 1000;
/** Smallest step back that counts. Smaller ones are ordinary clock corrections. */
const STEP_MS = 1500;

/**
 * Calls back if the machine's clock was set back. workerd schedules timers by that clock, and only waits for the first
 * one. A waiting timer would then delay all later ones by as much as the clock was set back.
 *
 * @param now the clocks: the machine's, and a monotonic one @returns a function that stops watching
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
