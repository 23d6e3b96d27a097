const CHECK_MS = 2000;
/**
 * Maximum CPU time between two checks that counts as quiet, and minimum CPU time since the last call that counts as
 * busy.
 */
const [QUIET_MS, BUSY_MS] = [10, 1000];

const ownCpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Calls back in the first two quiet seconds after each busy time. Quiet and busy are measured by the CPU time of this
 * process, which all traffic passes through.
 *
 * @returns a function that stops watching
 */
export function watchQuiet(quiet: () => void, cpuMs = ownCpu): () => void {
  let last = cpuMs();
  // Starting up counts as busy.
  let called = last - BUSY_MS;
  const timer = setInterval(() => {
    const now = cpuMs();
    const isQuiet = now - last < QUIET_MS;
    last = now;
    if (!isQuiet || now - called < BUSY_MS) return;
    called = now;
    quiet();
  }, CHECK_MS).unref();
  return () => clearInterval(timer);
}
