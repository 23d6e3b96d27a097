// Restarts the server's Node in the same process, with settings that reduce its memory: it runs for months, and would
// otherwise keep what it needs only at startup. Runs under whatever Node the user has, before anything is installed:
// built-ins only, no recent syntax.

/** Node options. The server collects its garbage itself once it has started. */
const OPTIONS = ["--optimize-for-size", "--max-semi-space-size=2", "--expose-gc"];
/**
 * Makes the C library return freed memory to the system: by default it keeps tens of megabytes, in an arena per thread.
 */
const ALLOCATION = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };

/**
 * Runs a program with the arguments of this one. Does nothing if that was done already, or if this Node can't.
 *
 * @param {string} program
 */
export function becomeLean(program) {
  if (!process.execve || process.platform === "win32" || process.execArgv.includes(OPTIONS[0] || "")) return;
  // The restarted process would lose the channel to its parent process.
  if (process.channel) return;
  const args = [process.execPath].concat(OPTIONS, process.execArgv, program, process.argv.slice(2));
  process.execve(process.execPath, args, Object.assign({}, process.env, ALLOCATION));
}
