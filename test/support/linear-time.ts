/** Below this, a run is accepted as it is: a quadratic algorithm would take seconds. */
const CHEAP_MS = 400;
/** The shortest of several runs counts, because other work on the machine can only make a run longer. */
const RUNS = 5;

/**
 * Whether work on an input of this length takes at most four times as long as ten times the work on a tenth of it. A
 * quadratic algorithm takes ten times as long. Compares runs of similar length on this machine, which other work delays
 * alike, instead of limiting their time.
 */
export async function takesLinearTime(work: (length: number) => unknown, length: number): Promise<boolean> {
  const onTenths = async () => {
    for (let tenth = 0; tenth < 10; tenth++) await work(Math.floor(length / 10));
  };
  let whole = await milliseconds(() => work(length));
  let tenths = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    if (whole < (run === 0 ? CHEAP_MS : 4 * tenths)) return true;
    tenths = Math.min(tenths, await milliseconds(onTenths));
    whole = Math.min(whole, await milliseconds(() => work(length)));
  }
  return whole < 4 * tenths;
}

async function milliseconds(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
