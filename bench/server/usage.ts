import { readFileSync } from "node:fs";

/** The unit of CPU times in Linux. */
const TICK_SECONDS = 0.01;
/** The unit of memory sizes in Linux. */
const PAGE_BYTES = 4096;

/** The seconds of CPU that a process has used; undefined where the system does not report it. */
export function cpuSeconds(pid: number): number | undefined {
  const fields = read(`/proc/${pid}/stat`);
  if (fields === undefined) return undefined;
  // The name in parentheses may hold spaces and parentheses of its own.
  const [user, system] = fields
    .slice(fields.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_SECONDS;
}

/** The bytes of memory that a process holds; undefined where the system does not report it. */
export function residentBytes(pid: number): number | undefined {
  const pages = read(`/proc/${pid}/statm`)?.split(" ")[1];
  return pages === undefined ? undefined : Number(pages) * PAGE_BYTES;
}

/** The time that the main thread of a process has run, and has waited for a processor, in nanoseconds; undefined where that is not told. */
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
