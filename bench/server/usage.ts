import { readFileSync } from "node:fs";

/** Linux's unit of CPU times. */
const TICK_SECONDS = 0.01;
/** Linux's unit of memory sizes. */
const PAGE_BYTES = 4096;

/** Returns the CPU seconds a process has used, or undefined if the system doesn't report them. */
export function cpuSeconds(pid: number): number | undefined {
  const fields = read(`/proc/${pid}/stat`);
  if (fields === undefined) return undefined;
  // The name in parentheses can contain spaces and parentheses.
  const [user, system] = fields
    .slice(fields.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_SECONDS;
}

/** Returns the resident memory of a process in bytes, or undefined if the system doesn't report it. */
export function residentBytes(pid: number): number | undefined {
  const pages = read(`/proc/${pid}/statm`)?.split(" ")[1];
  return pages === undefined ? undefined : Number(pages) * PAGE_BYTES;
}

/**
 * Returns how long a process's main thread has run, and waited for a processor, in nanoseconds, or undefined if the
 * system doesn't report it.
 */
export function scheduled(pid: number): { readonly ran: number; readonly waited: number } | undefined {
  const [ran, waited] = read(`/proc/${pid}/task/${pid}/schedstat`)?.split(" ").map(Number) ?? [];
  return ran === undefined || waited === undefined ? undefined : { ran, waited };
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
