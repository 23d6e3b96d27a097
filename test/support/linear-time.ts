/** Work that takes less time than this is accepted. */
const CHEAP_MS = 100;
const PARTS = 100;
/** The maximum ratio. It is above 1 because the garbage collector makes long inputs up to three times as expensive. */
const MOST_TIMES = 8;
/** The number of runs, of which the cheapest counts. */
const RUNS = 3;

/**
 * Returns true if work on an input of this length takes at most eight times as much processor time as work on a
 * hundredth of it takes when it is done a hundred times. A quadratic algorithm would take a hundred times as much. Only
 * this thread's time counts, so that other work doesn't matter.
 */
export async function takesLinearTime(work: (length: number) => unknown, length: number): Promise<boolean> {
  const inParts = async () => {
    for (let part = 0; part < PARTS; part++) await work(Math.floor(length / PARTS));
  };
  let whole = await milliseconds(() => work(length));
  if (whole < CHEAP_MS) return true;
  let parts = await milliseconds(inParts);
  for (let run = 1; run < RUNS && whole > MOST_TIMES * parts; run++) {
    whole = Math.min(whole, await milliseconds(() => work(length)));
    parts = Math.min(parts, await milliseconds(inParts));
  }
  return whole < MOST_TIMES * parts;
}

async function milliseconds(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
