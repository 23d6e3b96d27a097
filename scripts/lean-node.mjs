// Starts the server's Node anew, in the same process, with settings that keep it small: it stays for months, and what it
// needs once, when it starts, would otherwise stay with it.
// Runs under whatever Node the user has, before anything is installed: built-ins only, no recent syntax.

/** Options of Node. The server collects its garbage itself once it has started. */
const OPTIONS = ["--optimize-for-size", "--max-semi-space-size=2", "--expose-gc"];
/** The C library gives back to the system what is freed: by default it keeps tens of megabytes, in an arena for each thread. */
const ALLOCATION = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };

/**
 * Runs a program with the arguments of this one. Does nothing where that is done, or where this Node cannot.
 * @param {string} program
 */
export function becomeLean(program) {
  if (!process.execve || process.platform === "win32" || process.execArgv.includes(OPTIONS[0] || "")) return;
  // It would lose its channel to the process that has forked it.
  if (process.channel) return;
  const args = [process.execPath].concat(OPTIONS, process.execArgv, program, process.argv.slice(2));
  process.execve(process.execPath, args, Object.assign({}, process.env, ALLOCATION));
}
