/** Below this, the first run is accepted as it is: a quadratic algorithm would take seconds. */
const CHEAP_MS = 400;

/** The shortest of several runs, because other work on the machine can only make a run longer. */
async function milliseconds(work: () => unknown, runs = 3): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const startedAt = performance.now();
    await work();
    shortest = Math.min(shortest, performance.now() - startedAt);
  }
  return shortest;
}

/**
 * Whether work on an input of this length takes at most forty times as long as on a tenth of it. A quadratic algorithm
 * takes a hundred times as long. Compares runs on this machine instead of limiting their time.
 */
export async function takesLinearTime(work: (length: number) => unknown, length: number): Promise<boolean> {
  if ((await milliseconds(() => work(length), 1)) < CHEAP_MS) return true;
  const short = await milliseconds(() => work(Math.floor(length / 10)));
  const long = await milliseconds(() => work(length));
  return long < Math.max(40 * short, CHEAP_MS);
}
